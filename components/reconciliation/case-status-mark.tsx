import { Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { unbroken } from '#components/ui/unbroken.ts'
import type { AdminPayment, CaseStatus } from '#lib/contract/reconciliation/calls.ts'

const urgent: readonly CaseStatus[] = [
  'refund_unclear',
  'reversed',
  'payout_unclear',
  'payout_stuck',
  'payouts_paused',
  'payouts_stuck',
  'contradiction',
  'difference',
  'unknown',
  'failed',
]
const waiting: readonly CaseStatus[] = ['review', 'unresolved', 'suspense', 'payout_approval']

/** Also marks a proposal that waits for a second person. */
export function CaseStatusMark({
  row,
}: {
  row: Pick<AdminPayment, 'status'> & Partial<Pick<AdminPayment, 'proposal'>>
}) {
  const t = useTranslations('AdminPayments')
  const look = urgent.includes(row.status)
    ? 'bg-alarm-wash text-alarm'
    : waiting.includes(row.status)
      ? 'bg-marigold text-on-marigold'
      : 'bg-sunken text-ink'
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className={cn('inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold', look)}>
        {unbroken(t(`statuses.${row.status}`))}
      </span>
      {row.proposal ? (
        <span className="inline-flex items-center gap-1 text-sm font-semibold">
          <Users aria-hidden="true" className="size-4" />
          {row.proposal.is_own
            ? t('proposedByYou')
            : t('proposedBy', { name: row.proposal.proposed_by.username })}
        </span>
      ) : null}
    </span>
  )
}
