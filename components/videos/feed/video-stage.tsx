import { CirclePlay } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { Poster } from '#components/videos/player/poster.tsx'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { type CardVideo, playableCard } from '#lib/client/videos/card-video.ts'
import type { Stage } from './use-stage.ts'

// Loaded late, because the first paint does not need them.
const Player = lazyPart(() => import('#components/videos/player/player.tsx'))
const PlayerError = lazyPart(() => import('#components/videos/player/player-error.tsx'))

/** The poster, then the player, which nothing may cover. */
export function VideoStage({ video, stage, eager }: { video: CardVideo; stage: Stage; eager: boolean }) {
  const t = useTranslations('Feed')
  const playable = playableCard(video)
  const showsPlayer = stage.hasPlayer && playable !== null
  return (
    <div ref={stage.ref} className="stage [grid-area:stage]">
      <Poster
        id={video.id}
        title={video.title}
        thumbnail={video.thumbnail_url}
        sizes="(width >= 48rem) 405px, 100vw"
        eager={eager}
      />
      {stage.waiting ? <span aria-hidden="true" className="stage-wait" /> : null}
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
            onReady={stage.becomeReady}
            onPlayingChange={stage.follow}
            onProgress={stage.showProgress}
          />
        </Suspense>
      ) : null}
      {stage.failed ? (
        <Suspense>
          <PlayerError youtubeUrl={video.youtube_url} onRetry={() => stage.start(false)} />
        </Suspense>
      ) : null}
      {showsPlayer || stage.failed || !playable ? null : (
        // Not a Tab stop: the card's actions have this button too, and the player's start removes this one
        // with its focus.
        <button
          type="button"
          tabIndex={-1}
          data-tap=""
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
