import { Eye } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import type { TableAddress } from '#components/desk/use-table-address.ts'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import { holderOf, type QueueItem } from '#lib/client/review/review-queue.ts'
import { Chooser } from './chooser.tsx'
import { DecisionTimes } from './decision-times.tsx'
import { OpenButton } from './open-button.tsx'
import { OrderButton } from './order-button.tsx'
import { useListKeys } from './use-list-keys.ts'
import type { Queue } from './use-queue.ts'
import type { Selection } from './use-selection.ts'
import { ViewSwitch } from './view-switch.tsx'

type QueueListProps<Row extends QueueItem, Sort extends string> = {
  tab: 'kyc' | 'tracks' | 'videos'
  queue: Queue<Row>
  address: TableAddress<Sort>
  /** Orderings that the call accepts. */
  sorts: readonly [newest: Sort, oldest: Sort]
  subject: 'person' | 'track' | 'video'
  titleOf: (row: Row) => string
  detailOf: (row: Row) => string
  picture?: (row: Row) => ReactNode
  sinceOf: (row: Row) => string | null
  /** Content after the age. */
  note?: (row: Row) => ReactNode
  waitingWidth: string
  /** Selection for decisions about several rows; KYC has none. */
  selection?: Selection<Row>
  bulk?: ReactNode
  /** Columns between the first and the age. */
  columns: readonly StaffColumn<Row, Sort>[]
}

export function QueueList<Row extends QueueItem, Sort extends string>(props: QueueListProps<Row, Sort>) {
  const { tab, queue, address, sorts, titleOf, picture } = props
  const t = useTranslations('Officer')
  useListKeys(queue, props.selection)
  const now = useNow()
  const waiting = (row: Row) => {
    const since = props.sinceOf(row)
    return (
      <>
        {since ? <AgeBadge since={since} now={now} /> : null}
        <span className="contents">{props.note?.(row)}</span>
        <ClaimMark item={row} me={queue.me} />
      </>
    )
  }
  const subject = (row: Row) => (
    <span className="block min-w-0">
      <span className="line-clamp-2 font-semibold wrap-anywhere md:line-clamp-1">{titleOf(row)}</span>
      <span className="line-clamp-3 text-sm text-soft wrap-anywhere md:line-clamp-1">
        {breakingEmail(props.detailOf(row))}
      </span>
      <span className="flex flex-wrap gap-x-3 md:hidden">{waiting(row)}</span>
    </span>
  )
  const columns: StaffColumn<Row, Sort>[] = [
    {
      id: props.subject,
      head: t(`columns.${props.subject}`),
      cell: (row) => (
        <Chooser selection={props.selection} id={row.id} title={titleOf(row)}>
          {picture ? <span className="hidden sm:block lg:[&>div]:w-16">{picture(row)}</span> : null}
          {subject(row)}
        </Chooser>
      ),
    },
    ...props.columns,
    {
      id: 'waiting',
      head: t('columns.waiting'),
      notOnPhone: true,
      width: props.waitingWidth,
      // The column shows ages, so its ascending order is newest first.
      sort: { up: sorts[0], down: sorts[1] },
      cell: (row) => <span className="flex flex-wrap items-center gap-x-3">{waiting(row)}</span>,
    },
    {
      id: 'review',
      isFixed: true,
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={titleOf(row)} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <StaffList
      caption={t(`${tab}.caption`)}
      columns={columns}
      rowKey={({ id }) => id}
      list={queue.list}
      address={address}
      pageSize={DESK_PAGE_SIZE}
      empty={t(`${tab}.empty`)}
      failed={t(`${tab}.failed`)}
      searchLabel={t(`${tab}.search`)}
      title={t(`tabs.${tab}`)}
      note={<DecisionTimes />}
      views={<ViewSwitch tab={tab} />}
      filters={<OrderButton address={address} sorts={sorts} />}
      bulk={props.bulk}
    />
  )
}

function ClaimMark({ item, me }: { item: QueueItem; me: string | undefined }) {
  const t = useTranslations('Officer')
  if (!item.claim) return null
  const holder = holderOf(item, me)
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm font-semibold text-drum">
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {holder ? t('lookedAt', { officer: holder.display_name || holder.username }) : t('openByYou')}
      </span>
    </span>
  )
}
