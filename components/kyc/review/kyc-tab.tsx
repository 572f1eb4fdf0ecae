import { useTranslations } from 'next-intl'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { ClaimMark } from '#components/review/claim-mark.tsx'
import { OpenButton } from '#components/review/open-button.tsx'
import { OrderButton } from '#components/review/order-button.tsx'
import { useListKeys } from '#components/review/use-list-keys.ts'
import { useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { ViewSwitch } from '#components/review/view-switch.tsx'
import { api } from '#lib/client/http/api.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import { KycCase } from './kyc-case.tsx'

// The newest first; the other way round is one press away.
const sorts = ['-kyc_submitted_at', 'kyc_submitted_at'] as const
type Sort = (typeof sorts)[number]

/** Who waits for the identity check. */
export default function KycTab() {
  const t = useTranslations('Officer')
  const address = useQueueAddress('kyc', sorts)
  const { page, search, sort } = address
  const { item, ...queue } = useQueue<KycSubmissionItem>('kyc', address, (signal) =>
    api('GET /users/compliance/kyc-submissions/', {
      query: {
        page,
        page_size: DESK_PAGE_SIZE,
        search: search || undefined,
        kyc_status: 'pending',
        ordering: sort,
      },
      signal,
    }),
  )
  useListKeys(queue)
  const now = useNow()

  const columns: StaffColumn<KycSubmissionItem, Sort>[] = [
    {
      id: 'person',
      head: t('columns.person'),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-semibold">{row.full_name}</span>
          <span className="block truncate text-sm text-soft">{row.user.email}</span>
          <span className="flex flex-wrap gap-x-3 md:hidden">
            <Waiting row={row} now={now} me={queue.me} />
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      head: t('columns.role'),
      deskOnly: true,
      width: 'w-32',
      cell: (row) => t(`roles.${row.user.role}`),
    },
    {
      id: 'waiting',
      head: t('columns.waiting'),
      deskOnly: true,
      width: 'w-64',
      // The column shows ages: those who have waited the longest were submitted first.
      sort: { up: '-kyc_submitted_at', down: 'kyc_submitted_at' },
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <Waiting row={row} now={now} me={queue.me} />
        </span>
      ),
    },
    {
      id: 'review',
      head: t('columns.review'),
      align: 'end',
      width: 'w-28',
      cell: (row) => <OpenButton what={row.full_name} onOpen={() => queue.open(row.id)} />,
    },
  ]
  return (
    <>
      <StaffList
        caption={t('kyc.caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={queue.list}
        address={address}
        pageSize={DESK_PAGE_SIZE}
        empty={t('kyc.empty')}
        failed={t('kyc.failed')}
        searchLabel={t('kyc.search')}
        head={<ViewSwitch tab="kyc" />}
      >
        <OrderButton address={address} sorts={sorts} />
      </StaffList>
      {item ? <KycCase queue={queue} item={item} /> : null}
    </>
  )
}

type WaitingProps = { row: KycSubmissionItem; now: Date; me: string | undefined }

/** How long it has waited, how often it came back, and who looks at it. */
function Waiting({ row, now, me }: WaitingProps) {
  const t = useTranslations('Officer')
  return (
    <>
      {row.kyc_submitted_at ? <AgeBadge since={row.kyc_submitted_at} now={now} /> : null}
      {row.rejections > 0 ? (
        <span className="text-sm text-soft">{t('again', { count: row.rejections })}</span>
      ) : null}
      <ClaimMark item={row} me={me} />
    </>
  )
}
