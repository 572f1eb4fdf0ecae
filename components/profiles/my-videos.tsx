import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { ListEmpty, ListLoading } from './list-states.tsx'
import { useMyVideos } from './use-own-lists.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

export function MyVideos() {
  const t = useTranslations('Profile.videos')
  const list = useMyVideos()
  const { data: videos, isError, isFetching, refetch } = list
  if (!videos) {
    if (isError) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
    return <ListLoading words={t('loading')} />
  }
  if (videos.length === 0) {
    const action = { href: '/upload', words: t('toUpload') }
    return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} action={action} />
  }
  return (
    <>
      <StaleNote of={list} />
      <ul className="grid grid-cols-1 gap-3">
        {videos.map((video) => (
          <MyVideo key={video.id} video={video} />
        ))}
      </ul>
    </>
  )
}

const looks = {
  pending_review: 'bg-marigold text-on-marigold',
  approved: 'bg-leaf-wash text-leaf',
  rejected: 'bg-alarm-wash text-alarm',
}

function MyVideo({ video }: { video: Video }) {
  const t = useTranslations('Profile.videos')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  const isApproved = video.status === 'approved'
  return (
    <li className="flex gap-4 max-[15rem]:flex-wrap rounded-3xl border border-line bg-surface p-4">
      <VideoThumbnail id={video.id} picture={video.thumbnail_url} seconds={video.duration_seconds} />
      <div className="min-w-0 flex-1 max-[15rem]:basis-full">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg wrap-anywhere">
            {isApproved ? (
              <Link href={`/video/${video.id}`} className="underline underline-offset-4">
                {video.title}
              </Link>
            ) : (
              video.title
            )}
          </h3>
          <p className={cn('rounded-full px-3 py-0.5 text-sm font-semibold', looks[video.status])}>
            {t(`statuses.${video.status}`)}
          </p>
        </div>
        <p className="text-sm text-soft">
          {video.track.title} · {monthTitle(video.challenge.title)}
        </p>
        {isApproved ? (
          <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm font-semibold">
            <span>{t('votes', { count: video.vote_count, shown: formats.count(video.vote_count) })}</span>
            <span>{t('views', { count: video.view_count, shown: formats.count(video.view_count) })}</span>
            {video.rank === null ? null : <span>{t('rank', { rank: video.rank })}</span>}
          </p>
        ) : (
          <p className="mt-1 text-sm text-soft">{t('submitted', { date: formats.day(video.upload_date) })}</p>
        )}
        {video.status === 'rejected' ? (
          <p className="mt-2 text-sm font-semibold wrap-anywhere text-alarm">
            {video.rejection_reason ? t('reason', { reason: video.rejection_reason }) : t('noReason')}{' '}
            {video.challenge.phase === 'closed' ? null : (
              <Link href="/upload" className="inline-block underline underline-offset-4">
                {t('again')}
              </Link>
            )}
          </p>
        ) : null}
      </div>
    </li>
  )
}
