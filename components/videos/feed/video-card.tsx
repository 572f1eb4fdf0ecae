import { useTranslations } from 'next-intl'
import { memo, useRef } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { cn } from '#components/ui/cn.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { formatCount, formatDuration } from '#lib/client/formats/amounts.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import { CardActions } from './card-actions.tsx'
import { LeadersButton } from './leaders-button.tsx'
import { useLiveVotes } from './use-live-votes.ts'
import { useStage } from './use-stage.ts'
import { useUnload } from './use-unload.ts'
import { VideoStage } from './video-stage.tsx'

type VideoCardProps = {
  video: CardVideo
  first: boolean
  onExpand: (video: CardVideo) => void
  onLeaders: () => void
}

/** A feed's card. Far from the view it keeps only its height and title. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { id, title } = props.video
  const ref = useRef<HTMLElement>(null)
  const height = useUnload(ref)
  return (
    <article
      ref={ref}
      id={`video-${id}`}
      tabIndex={-1}
      aria-labelledby={`title-${id}`}
      data-feed-card=""
      className={cn('card outline-offset-8', props.first && 'card-first')}
      style={height === null ? undefined : { height }}
    >
      {height === null ? (
        <CardBody {...props} />
      ) : (
        <h2 id={`title-${id}`} className="sr-only">
          {title}
        </h2>
      )}
    </article>
  )
})

/**
 * Stage, actions and dancer fit on one phone screen (docs/decisions/0028). The actions come first in the
 * document, so that Gift is the first Tab stop: YouTube's frame has its own stops and takes our keys.
 */
function CardBody({ video, first, onExpand, onLeaders }: VideoCardProps) {
  const t = useTranslations('Feed')
  const stage = useStage(video.id)
  useLiveVotes(video.id, stage.near)
  const duration = formatDuration(video.duration_seconds)

  return (
    <div className="card-grid">
      <CardActions video={video} stage={stage} onExpand={onExpand} />
      <VideoStage video={video} stage={stage} eager={first} />
      <span aria-hidden="true" className="stage-line">
        <span ref={stage.progress} />
      </span>
      <div className="card-meta">
        <Avatar name={video.dancer.display_name} picture={video.avatar} />
        <p className="card-who leading-tight">
          {video.kind === 'entry' ? (
            <PageLink
              href={dancerPath(video.dancer.username)}
              className="py-0.5 font-semibold hover:underline"
            >
              {video.dancer.display_name}
            </PageLink>
          ) : (
            <span className="font-semibold">{video.dancer.display_name}</span>
          )}
          {/* Phones show only the display name. */}
          <span className="hidden text-sm text-soft md:inline">
            {` ${[handleBeside(video.dancer.display_name, video.dancer.username), video.dancer.location]
              .filter(Boolean)
              .join(' · ')}`}
          </span>
        </p>
        <LeadersButton rank={video.rank} onPress={onLeaders} />
        <div className="card-what">
          <div className="card-line">
            <h2 id={`title-${video.id}`}>
              <PageLink href={`/video/${video.id}`} className="hover:underline">
                {video.title}
              </PageLink>
            </h2>{' '}
            <p className="text-sm text-soft">
              {t('trackBy', { track: video.track.title, artist: video.track.artist })}
            </p>
          </div>
          <p className="flex shrink-0 items-baseline gap-2 text-sm text-soft">
            {duration ? (
              <span className="figures card-length">
                <span className="sr-only">{t('duration')} </span>
                {duration}
              </span>
            ) : null}
            <span className="figures hidden shrink-0 lg:inline">
              {t('views', { count: video.view_count, shown: formatCount(video.view_count) })}
            </span>
          </p>
        </div>
        {video.counted_video_id ? (
          <p className="card-note text-sm text-soft">
            {t('countsOther')}{' '}
            <PageLink href={`/video/${video.counted_video_id}`} className="underline">
              {t('seeCounted')}
            </PageLink>
          </p>
        ) : null}
        {video.description ? (
          <p className="card-note mt-4 line-clamp-3 hidden wrap-anywhere text-soft lg:[display:-webkit-box]">
            {video.description}
          </p>
        ) : null}
      </div>
    </div>
  )
}
