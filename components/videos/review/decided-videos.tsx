import { useTranslations } from 'next-intl'
import { DecidedList } from '#components/review/decided/decided-list.tsx'
import { api } from '#lib/client/http/api.ts'
import { decidedQuery } from '#lib/client/review/desk-lists.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { VideoExhibit } from './video-exhibit.tsx'
import { VideoFacts } from './video-facts.tsx'

/** The videos that are decided. */
export default function DecidedVideos() {
  const t = useTranslations('Officer.videos')
  const review = useTranslations('Review.video')
  return (
    <DecidedList<Video>
      kind="video"
      fetchPage={(place, signal) =>
        api('GET /videos/', { query: { ...decidedQuery(place), status: place.status }, signal })
      }
      searchLabel={t('searchDecided')}
      titleOf={({ title }) => title}
      detailOf={({ dancer, track }) => review('detail', { dancer: dancer.display_name, song: track.title })}
      decisionOf={(row) => ({
        status: row.status === 'rejected' ? 'rejected' : 'approved',
        by: row.reviewed_by,
        at: row.reviewed_at,
        reason: row.rejection_reason,
      })}
      exhibit={(row) => <VideoExhibit key={row.id} video={row} />}
    >
      {(row) => <VideoFacts video={row} />}
    </DecidedList>
  )
}
