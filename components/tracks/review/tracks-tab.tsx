import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { ClaimMark } from '#components/review/claim-mark.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { OrderButton } from '#components/review/order-button.tsx'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import { useListKeys } from '#components/review/use-list-keys.ts'
import { type Queue, useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { ViewSwitch } from '#components/review/view-switch.tsx'
import { formatDuration } from '#lib/client/formats/formats.ts'
import { api } from '#lib/client/http/api.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'
import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { TrackExhibit } from './track-exhibit.tsx'
import { TrackFacts } from './track-facts.tsx'

// The newest first, as in the other queues; the other way round is one press away.
const sorts = ['-upload_date', 'upload_date'] as const
type Sort = (typeof sorts)[number]

/** The tracks that wait to be heard. */
export default function TracksTab() {
  const t = useTranslations('Officer')
  const address = useQueueAddress('track', sorts)
  const { page, search, sort } = address
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
  useListKeys(queue)
  const now = useNow()

  const columns: StaffColumn<ReviewedTrack, Sort>[] = [
    {
      id: 'track',
      head: t('columns.track'),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-semibold">{row.title}</span>
          <span className="block truncate text-sm text-soft">{row.artist}</span>
          <span className="flex flex-wrap gap-x-3 md:hidden">
            <AgeBadge since={row.upload_date} now={now} />
            <ClaimMark item={row} me={queue.me} />
          </span>
        </span>
      ),
    },
    {
      id: 'musician',
      head: t('columns.musician'),
      deskOnly: true,
      cell: (row) => <span className="block truncate">{row.musician.display_name}</span>,
    },
    {
      id: 'length',
      head: t('columns.length'),
      deskOnly: true,
      align: 'end',
      width: 'w-24',
      cell: (row) => <span className="figures">{formatDuration(row.duration)}</span>,
    },
    {
      id: 'waiting',
      head: t('columns.waiting'),
      deskOnly: true,
      width: 'w-56 ps-6!',
      // The column shows ages: those who have waited the longest were submitted first.
      sort: { up: '-upload_date', down: 'upload_date' },
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <AgeBadge since={row.upload_date} now={now} />
          <ClaimMark item={row} me={queue.me} />
        </span>
      ),
    },
    {
      id: 'review',
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={row.title} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <>
      <StaffList
        caption={t('tracks.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={queue.list}
        address={address}
        pageSize={DESK_PAGE_SIZE}
        empty={t('tracks.empty')}
        failed={t('tracks.failed')}
        searchLabel={t('tracks.search')}
        head={<ViewSwitch tab="tracks" />}
      >
        <OrderButton address={address} sorts={sorts} />
      </StaffList>
      {item ? <TrackCase queue={queue} item={item} /> : null}
    </>
  )
}

const templates = ['quality', 'rights', 'speech', 'wrong', 'short'] as const

/** One track: its sound, and what its musician says of it. */
function TrackCase({ queue, item }: { queue: Queue<ReviewedTrack>; item: ReviewedTrack }) {
  const t = useTranslations('Review')
  const drafts = useDrafts(item.id)
  const decide = (body: BodyOf<'PATCH /tracking/tracks/{id}/'>) =>
    api('PATCH /tracking/tracks/{id}/', { path: { id: item.id }, body })
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
