import { useTranslations } from 'next-intl'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { FundTransfer } from '#lib/contract/transfers/calls.ts'
import { useTransfers } from './use-wallets.ts'

export function TransferHistory() {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const { data } = useTransfers()
  if (!data || data.newest.length === 0) return null
  const columns: StaffColumn<FundTransfer>[] = [
    {
      id: 'what',
      head: t('history.transfer'),
      cell: (transfer) => (
        <>
          <span className="font-semibold">
            {t('fromTo', {
              from: transfer.source.wallet_type_display,
              to: transfer.destination.wallet_type_display,
            })}
          </span>
          <span className="block text-sm text-soft wrap-anywhere">
            {[transfer.transaction_reference, transfer.description].filter(Boolean).join(' · ')}
          </span>
          <span className="mt-1 block text-sm md:hidden">
            <Who transfer={transfer} />
            <When transfer={transfer} />
          </span>
        </>
      ),
      width: 'w-3/5 md:w-auto',
    },
    {
      id: 'amount',
      head: t('columns.amount'),
      cell: (transfer) => (
        <span className={cn('figures font-semibold', transfer.status === 'rejected' ? 'line-through' : '')}>
          {formats.shillings(transfer.amount)}
        </span>
      ),
      align: 'end',
      width: 'md:w-40',
    },
    {
      id: 'who',
      head: t('history.by'),
      cell: (transfer) => <Who transfer={transfer} />,
      notOnPhone: true,
    },
    {
      id: 'when',
      head: t('history.when'),
      cell: (transfer) => <When transfer={transfer} />,
      align: 'end',
      notOnPhone: true,
      width: 'md:w-44',
    },
  ]
  return (
    <section aria-labelledby="transfer-history">
      <h3 id="transfer-history" className="text-lg">
        {t('history.title')}
      </h3>
      <div className="mt-2 overflow-hidden rounded-2xl border border-line bg-surface">
        <StaffTable
          caption={t('history.title')}
          columns={columns}
          rows={data.newest}
          rowKey={({ id }) => id}
        />
      </div>
    </section>
  )
}

function Who({ transfer }: { transfer: FundTransfer }) {
  const t = useTranslations('AdminWallets')
  return (
    <span className="wrap-anywhere">
      {transfer.requested_by}
      <span className="block text-sm text-soft">
        {transfer.decided_by && transfer.decided_by !== transfer.requested_by
          ? t(transfer.status === 'rejected' ? 'history.rejectedBy' : 'history.confirmedBy', {
              name: transfer.decided_by,
            })
          : t(transfer.status === 'rejected' ? 'history.withdrawn' : 'history.transferred')}
      </span>
    </span>
  )
}

function When({ transfer }: { transfer: FundTransfer }) {
  const formats = useFormats()
  return (
    <span className="figures block text-sm">
      {formats.moment(transfer.decided_at ?? transfer.requested_at)}
    </span>
  )
}
