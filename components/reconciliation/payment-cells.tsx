import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { visitParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import type { AdminPayment } from '#lib/contract/reconciliation/calls.ts'
import { CaseStatusMark } from './case-status-mark.tsx'

export function useAmountColumn<Row extends { amount: number | null }>(): StaffColumn<Row> {
  const t = useTranslations('AdminPayments.columns')
  const formats = useFormats()
  return {
    id: 'amount',
    head: t('amount'),
    align: 'end',
    width: 'w-28 sm:w-32',
    cell: ({ amount }) => (
      <span className="figures whitespace-nowrap">{amount === null ? '' : formats.shillings(amount)}</span>
    ),
  }
}

type PaymentNameProps = {
  row: Pick<AdminPayment, 'id' | 'status'> & Partial<Pick<AdminPayment, 'proposal'>>
  title: string
  details: readonly (string | null | undefined)[]
  /** Values that wide screens show in columns; tablets show them here, phones below the state. */
  more?: ReactNode
}

/** A payment's title, linked to its case; on phones with its state. */
export function PaymentName({ row, title, details, more }: PaymentNameProps) {
  return (
    <>
      <a
        href={`?tab=payments&case=${encodeURIComponent(row.id)}`}
        onClick={(event) => followHere(event, () => visitParam('case', row.id))}
        className="block py-1 font-semibold lg:py-0 after:absolute after:inset-0"
      >
        <span className="line-clamp-2 wrap-anywhere md:line-clamp-1">{title}</span>
      </a>
      <span className="figures block text-sm text-soft wrap-anywhere md:truncate">
        {details.filter(Boolean).join(' · ')}
      </span>
      <span className="mt-1 block md:hidden">
        <CaseStatusMark row={row} />
      </span>
      {more ? <span className="block xl:hidden">{more}</span> : null}
    </>
  )
}
