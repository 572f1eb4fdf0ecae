'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { OWN_LIST_PAGE_SIZE } from '#lib/client/profiles/own-lists-api.ts'
import { ListEmpty, ListLoading } from './list-states.tsx'
import { useDancerVideos } from './use-own-lists.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

/** Approved dances to the musician's tracks, with the votes that both earn from. */
export function DancerVideos() {
  const t = useTranslations('Profile.dances')
  const tabs = useTranslations('Profile.tabs')
  const formats = useFormats()
  const page = useAddressPage('page')
  const { data, isError, isFetching, refetch } = useDancerVideos(page)
  if (isError) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('loading')} />
  if (data.results.length === 0) return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} />
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {data.results.map((video) => (
          <li key={video.id} className="flex gap-4 rounded-3xl border border-line bg-surface p-4">
            <VideoThumbnail id={video.id} picture={video.thumbnail} seconds={video.duration} />
            <div className="min-w-0 flex-1">
              <h3 className="text-lg break-words">
                <Link href={`/video/${video.id}`} className="underline underline-offset-4">
                  {video.title}
                </Link>
              </h3>
              <p className="break-words">{t('by', { dancer: video.dancer_name, track: video.track_name })}</p>
              <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm">
                <span className="font-semibold">
                  {t('votes', { count: video.votes, shown: formats.count(video.votes) })}
                </span>
                <span className="text-soft">{video.challenge_title}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Pager
        of={tabs('dances')}
        param="page"
        page={page}
        pages={Math.ceil(data.count / OWN_LIST_PAGE_SIZE)}
      />
    </>
  )
}
