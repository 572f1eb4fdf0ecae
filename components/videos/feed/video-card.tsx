import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { memo, useRef } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatDuration } from '#lib/client/formats/formats.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import { CardActions } from './card-actions.tsx'
import { RankMark } from './rank-mark.tsx'
import { useLetGo } from './use-let-go.ts'
import { useLiveVotes } from './use-live-votes.ts'
import { useStage } from './use-stage.ts'
import { VideoStage } from './video-stage.tsx'

type VideoCardProps = { video: CardVideo; first: boolean; onExpand: (video: CardVideo) => void }

/** One video of the feed. Far from the view its place and its title are all that is left of it. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { id, title } = props.video
  const ref = useRef<HTMLElement>(null)
  const height = useLetGo(ref)
  return (
    <article
      ref={ref}
      id={`video-${id}`}
      tabIndex={-1}
      aria-labelledby={`title-${id}`}
      data-feed-card=""
      className="card outline-offset-8"
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

/** The stage, what can be done with the video beside it, who dances below. */
function CardBody({ video, first, onExpand }: VideoCardProps) {
  const t = useTranslations('Feed')
  const formats = useFormats()
  const stage = useStage(video.id)
  useLiveVotes(video.id, stage.near)
  const duration = formatDuration(video.duration_seconds)

  return (
    <div className="card-grid">
      <VideoStage video={video} stage={stage} eager={first} />
      <CardActions video={video} stage={stage} onExpand={onExpand} />
      <div className="min-w-0 self-start [grid-area:meta]">
        <div className="flex items-center gap-2">
          <Avatar name={video.dancer.display_name} picture={video.avatar} />
          <p className="min-w-0 leading-tight">
            {video.kind === 'entry' ? (
              <Link
                href={dancerPath(video.dancer.username)}
                prefetch={false}
                className="block truncate font-semibold hover:underline"
              >
                {video.dancer.display_name}
              </Link>
            ) : (
              <span className="block truncate font-semibold">{video.dancer.display_name}</span>
            )}
            <span className="block truncate text-sm text-soft">
              @{video.dancer.username}
              {video.dancer.location ? ` · ${video.dancer.location}` : ''}
            </span>
          </p>
          {video.rank ? <RankMark rank={video.rank} /> : null}
        </div>
        <h2 id={`title-${video.id}`} className="mt-2 text-xl lg:mt-5 lg:text-3xl">
          <Link
            href={`/video/${video.id}`}
            prefetch={false}
            className="-my-2.5 inline-block py-2.5 hover:underline"
          >
            {video.title}
          </Link>
        </h2>
        <p className="mt-1 flex items-baseline gap-2 text-sm text-soft">
          <span className="min-w-0 truncate">
            {t('trackBy', { track: video.track.title, artist: video.track.artist })}
          </span>
          {duration ? (
            <span className="figures shrink-0 rounded bg-sunken px-1.5 py-0.5 text-xs font-semibold text-ink">
              <span className="sr-only">{t('duration')} </span>
              {duration}
            </span>
          ) : null}
          <span className="figures hidden shrink-0 lg:inline">
            {t('views', { count: video.view_count, shown: formats.count(video.view_count) })}
          </span>
        </p>
        {video.counted_video_id ? (
          <p className="mt-1 text-sm text-soft">
            {t('countsOther')}{' '}
            <Link href={`/video/${video.counted_video_id}`} prefetch={false} className="underline">
              {t('seeCounted')}
            </Link>
          </p>
        ) : null}
        {video.description ? (
          <p className="mt-4 line-clamp-3 hidden text-soft lg:block">{video.description}</p>
        ) : null}
      </div>
    </div>
  )
}
