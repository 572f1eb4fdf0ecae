import { useTranslations } from 'next-intl'
import { DecidedList } from '#components/review/decided/decided-list.tsx'
import { api } from '#lib/client/http/api.ts'
import { decidedQuery } from '#lib/client/review/desk-lists.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'
import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { TrackExhibit } from './track-exhibit.tsx'
import { TrackFacts } from './track-facts.tsx'

/** Decided tracks; retired ones are listed as approved. */
export default function DecidedTracks() {
  const t = useTranslations('Officer.tracks')
  return (
    <DecidedList<ReviewedTrack>
      kind="track"
      fetchPage={(place, signal) =>
        api('GET /tracking/tracks/pending/', {
          query: { ...decidedQuery(place), status: place.status },
          signal,
        })
      }
      searchLabel={t('searchDecided')}
      titleOf={({ title }) => title}
      detailOf={({ artist, musician }) => [artist, musician.display_name].filter(Boolean).join(' · ')}
      decisionOf={(row) => ({
        status: row.status === 'rejected' || row.status === 'retired' ? row.status : 'approved',
        by: row.reviewed_by,
        at: row.reviewed_at,
        // The standard comment of approvals is not a reason.
        reason: row.review_comments === TRACK_APPROVED_COMMENT ? '' : row.review_comments,
      })}
      exhibitSize="short"
      exhibit={(row, refetch) => <TrackExhibit key={row.id} track={row} onFail={refetch} />}
    >
      {(row) => <TrackFacts track={row} />}
    </DecidedList>
  )
}
