'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { CardActions } from '#components/videos/feed/card-actions.tsx'
import { RankMark } from '#components/videos/feed/rank-mark.tsx'
import { useAutoplay } from '#components/videos/feed/use-autoplay.ts'
import { useLiveVotes } from '#components/videos/feed/use-live-votes.ts'
import { useStage } from '#components/videos/feed/use-stage.ts'
import { VideoStage } from '#components/videos/feed/video-stage.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'

const VideoModal = lazyPart(() => import('./video-modal.tsx'))

export function VideoScreen({ video }: { video: CardVideo }) {
  const t = useTranslations('Feed')
  const stage = useStage(video.id)
  const [large, setLarge] = useState(false)
  useAutoplay()
  useLiveVotes(video.id, true)
  return (
    <div className="card-grid">
      <VideoStage video={video} stage={stage} eager />
      <CardActions video={video} stage={stage} onExpand={() => setLarge(true)} />
      <div className="min-w-0 self-start [grid-area:meta]">
        <div className="flex items-center gap-2.5">
          <Avatar name={video.dancer.display_name} picture={video.avatar} />
          <p className="min-w-0 leading-tight">
            <span className="block font-semibold">{video.dancer.display_name}</span>
            <span className="block text-sm text-soft">
              {[handleBeside(video.dancer.display_name, video.dancer.username), video.dancer.location]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          {video.rank ? (
            <span className="ml-auto shrink-0">
              <RankMark rank={video.rank} />
            </span>
          ) : null}
        </div>
        <h1 className="mt-3 text-3xl lg:mt-6 lg:text-5xl">{video.title}</h1>
        <p className="mt-2 text-soft">
          {t('trackBy', { track: video.track.title, artist: video.track.artist })}
        </p>
      </div>
      {large ? (
        <Suspense>
          <VideoModal video={video} onClose={() => setLarge(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
