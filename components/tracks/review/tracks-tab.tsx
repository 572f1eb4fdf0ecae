import { useTranslations } from 'next-intl'
import { BulkBar } from '#components/review/bulk-bar.tsx'
import { QueueList } from '#components/review/queue-list.tsx'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import { type Queue, useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { useRejection } from '#components/review/use-rejection.ts'
import { useSelection } from '#components/review/use-selection.ts'
import { formatDuration } from '#lib/client/formats/amounts.ts'
import { api } from '#lib/client/http/api.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'
import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { TrackExhibit } from './track-exhibit.tsx'
import { TrackFacts } from './track-facts.tsx'

// The first order is the default.
const sorts = ['-upload_date', 'upload_date'] as const

export default function TracksTab() {
  const t = useTranslations('Officer')
  const address = useQueueAddress('track', sorts)
  const { page, search, sort } = address
  const review = useTranslations('Review.track')
  const { item, ...queue } = useQueue<ReviewedTrack>('track', address, (signal) =>
    api('GET /tracking/tracks/pending/', {
      query: {
        page,
        page_size: DESK_PAGE_SIZE,
        search: search || undefined,
        status: 'pending',
        ordering: sort,
      },
      signal,
    }),
  )
  const selection = useSelection(queue.rows)
  const rejection = useRejection(
    templates.map((template) => review(`templates.${template}`)),
    review('reasonMissing'),
  )
  return (
    <>
      <QueueList
        tab="tracks"
        queue={queue}
        address={address}
        sorts={sorts}
        subject="track"
        selection={selection}
        bulk={
          <BulkBar
            kind="track"
            selection={selection}
            titleOf={({ title }) => title}
            actions={['approve', 'reject']}
            explained={rejection}
          />
        }
        titleOf={({ title }) => title}
        detailOf={({ artist }) => artist}
        sinceOf={({ upload_date }) => upload_date}
        waitingWidth="w-56 ps-6!"
        columns={[
          {
            id: 'musician',
            head: t('columns.musician'),
            notOnPhone: true,
            cell: (row) => (
              <>
                <span className="block truncate">{row.musician.display_name}</span>
                <span className="block truncate text-sm text-soft">
                  {t('known', { count: row.musician.approved_tracks })}
                </span>
              </>
            ),
          },
          {
            id: 'length',
            head: t('columns.length'),
            notOnPhone: true,
            align: 'end',
            width: 'w-24',
            cell: (row) => <span className="figures">{formatDuration(row.duration)}</span>,
          },
        ]}
      />
      {item ? <TrackCase queue={queue} item={item} /> : null}
    </>
  )
}

const templates = ['quality', 'rights', 'speech', 'wrong', 'short'] as const

function TrackCase({ queue, item }: { queue: Queue<ReviewedTrack>; item: ReviewedTrack }) {
  const t = useTranslations('Review')
  const drafts = useDrafts(item.id)
  const decide = (body: BodyOf<'PATCH /tracking/tracks/{id}/'>) =>
    api('PATCH /tracking/tracks/{id}/', { path: { id: item.id }, body: { ...body, undoable: true } })
  return (
    <ReviewCase
      kind="track"
      queue={queue}
      item={item}
      title={item.title}
      detail={t('track.detail', { artist: item.artist })}
      owner={{ id: item.musician.id, name: item.musician.display_name }}
      drafts={drafts}
      templates={templates.map((template) => t(`track.templates.${template}`))}
      reasonMissing={t('track.reasonMissing')}
      approve={() => decide({ status: 'approved', review_comments: TRACK_APPROVED_COMMENT })}
      reject={() => decide({ status: 'rejected', review_comments: drafts.draft.reason.trim() })}
      exhibitSize="short"
      exhibit={<TrackExhibit key={item.id} track={item} onFail={() => void queue.list.refetch()} />}
    >
      <TrackFacts track={item} />
    </ReviewCase>
  )
}
