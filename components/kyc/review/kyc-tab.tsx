import { useTranslations } from 'next-intl'
import { QueueList } from '#components/review/queue-list.tsx'
import { useQueue } from '#components/review/use-queue.ts'
import { useQueueAddress } from '#components/review/use-queue-address.ts'
import { api } from '#lib/client/http/api.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import { KycCase } from './kyc-case.tsx'

// The first order is the default.
const sorts = ['-kyc_submitted_at', 'kyc_submitted_at'] as const

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
  return (
    <>
      <QueueList
        tab="kyc"
        queue={queue}
        address={address}
        sorts={sorts}
        subject="person"
        titleOf={({ full_name }) => full_name}
        detailOf={({ user }) => user.email}
        sinceOf={({ kyc_submitted_at }) => kyc_submitted_at}
        note={({ rejections }) =>
          rejections > 0 ? (
            <span className="text-sm text-soft">{t('again', { count: rejections })}</span>
          ) : null
        }
        waitingWidth="w-64"
        columns={[
          {
            id: 'role',
            head: t('columns.role'),
            notOnPhone: true,
            width: 'w-32',
            cell: (row) => t(`roles.${row.user.role}`),
          },
        ]}
      />
      {item ? <KycCase queue={queue} item={item} /> : null}
    </>
  )
}
