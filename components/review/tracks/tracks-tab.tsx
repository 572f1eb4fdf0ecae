'use client'

import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/staff/age-badge.tsx'
import { StaffList } from '#components/staff/staff-list.tsx'
import type { StaffColumn } from '#components/staff/staff-table.tsx'
import { useNow } from '#components/staff/use-now.ts'
import { useTableAddress } from '#components/staff/use-table-address.ts'
import { DESK_PAGE_SIZE, fetchTrackQueue } from '#lib/client/desk-api.ts'
import { formatDuration } from '#lib/client/formats.ts'
import type { ReviewedTrack } from '#lib/contract/tracks.ts'
import { ClaimMark } from '../claim-mark.tsx'
import { OpenButton } from '../open-button.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { useQueue } from '../use-queue.ts'
import { TrackCase } from './track-case.tsx'

// The call has one order: those that wait the longest first.
const sorts = ['upload_date'] as const

/** The tracks that wait to be heard. */
export default function TracksTab() {
  const t = useTranslations('Officer')
  const address = useTableAddress(sorts)
  const { page, search } = address
  const { item, ...queue } = useQueue<ReviewedTrack>('track', address, (signal) =>
    fetchTrackQueue({ page, page_size: DESK_PAGE_SIZE, search }, signal),
  )
  useListKeys(queue)
  const now = useNow()

  const columns: StaffColumn<ReviewedTrack, (typeof sorts)[number]>[] = [
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
      />
      {item ? <TrackCase queue={queue} item={item} /> : null}
    </>
  )
}
