'use client'

import { CirclePlay, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import type { CardVideo } from '#lib/client/card-video.ts'
import { playableOf } from '#lib/client/youtube.ts'
import { Poster } from './poster.tsx'
import type { Stage } from './use-stage.ts'

// The player is not needed for the first paint.
const Player = lazy(() => import('#components/player/player.tsx'))

/** Portrait frame: the poster until the card is in view, then the player, with nothing lying over it. */
export function VideoStage({ video, stage, eager }: { video: CardVideo; stage: Stage; eager: boolean }) {
  const t = useTranslations('Feed')
  const playable = playableOf(video)
  const showsPlayer = stage.hasPlayer && playable !== null
  return (
    <div ref={stage.ref} className="stage [grid-area:stage]">
      <Poster id={video.id} thumbnail={video.thumbnail_url} eager={eager} />
      {showsPlayer ? (
        <Suspense>
          <Player
            key={video.id}
            videoId={video.id}
            playable={playable}
            playing={stage.playing}
            muted={stage.muted}
            title={video.title}
            onFail={stage.fail}
            onPlayingChange={stage.follow}
          />
        </Suspense>
      ) : null}
      {stage.failed ? <StageError youtubeUrl={video.youtube_url} onRetry={() => stage.start(false)} /> : null}
      {showsPlayer || stage.failed || !playable ? null : (
        <button
          type="button"
          onClick={() => stage.start(true)}
          className="absolute inset-0 grid size-full place-items-center"
          aria-label={t('playTitle', { title: video.title })}
        >
          <span className="grid size-18 place-items-center rounded-full bg-night/80 text-on-night">
            <CirclePlay aria-hidden="true" className="size-10" strokeWidth={1.75} />
          </span>
        </button>
      )}
    </div>
  )
}

function StageError({ youtubeUrl, onRetry }: { youtubeUrl: string | null; onRetry: () => void }) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="absolute inset-x-3 bottom-3 rounded-2xl bg-night p-4 text-on-night">
      <p className="font-display text-lg font-bold">{t('videoError')}</p>
      <p className="mt-1 text-sm text-on-night-soft">{t('videoErrorDetail')}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          onClick={onRetry}
          className="tap inline-flex items-center gap-2 rounded-full bg-marigold px-4 text-sm font-semibold text-on-marigold"
        >
          <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
        </button>
        {youtubeUrl ? (
          <a
            href={youtubeUrl}
            target="_blank"
            rel="noopener"
            className="tap inline-flex items-center rounded-full border border-on-night-soft px-4 text-sm font-semibold"
          >
            {t('openYouTube')}
          </a>
        ) : null}
      </p>
    </div>
  )
}
