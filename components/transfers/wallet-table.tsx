import { useTranslations } from 'next-intl'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { listedCashKinds } from '#lib/contract/cash/constants.ts'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import type { WalletItem } from '#lib/contract/transfers/calls.ts'
import { Balance } from './balance.tsx'

export function WalletTable({ wallets }: { wallets: readonly WalletItem[] }) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const columns: StaffColumn<WalletItem>[] = [
    {
      id: 'wallet',
      head: t('columns.wallet'),
      cell: (wallet) => (
        <>
          <span className="font-semibold">{wallet.wallet_type_display}</span>
          <span className="block text-sm text-soft">{unbroken(aboutWallet(t, wallet.wallet_type))}</span>
          <WalletOnPhone wallet={wallet} />
        </>
      ),
    },
    {
      id: 'amount',
      head: t('columns.amount'),
      cell: ({ amount, wallet_type }) => <Balance shillings={amount} wallet={wallet_type} />,
      align: 'end',
      width: 'w-32 md:w-34',
    },
    {
      id: 'transactions',
      head: t('columns.transactions'),
      cell: ({ transaction_count }) => <span className="figures">{formats.count(transaction_count)}</span>,
      align: 'end',
      notOnPhone: true,
      width: 'md:w-26',
    },
    {
      id: 'last',
      head: t('columns.last'),
      cell: ({ last_transaction: last }) =>
        last ? (
          <>
            <span className="figures">{formats.shillings(last.amount)}</span>
            <span className="block text-sm text-soft">{typeOf(t, last.type)}</span>
          </>
        ) : (
          <span className="text-soft">{t('none')}</span>
        ),
      align: 'end',
      notOnPhone: true,
      width: 'md:w-38',
    },
    {
      id: 'updated',
      head: t('columns.updated'),
      cell: ({ updated_at }) => (
        <span className="figures text-sm">{updated_at ? formats.moment(updated_at) : t('none')}</span>
      ),
      align: 'end',
      notOnPhone: true,
      wideOnly: true,
      width: 'xl:w-38',
    },
  ]
  return (
    <section aria-labelledby="wallets-list" className="min-w-0">
      <h3 id="wallets-list" className="sr-only">
        {t('caption')}
      </h3>
      <div className="overflow-clip rounded-xl border border-line bg-surface">
        <StaffTable
          caption={t('caption')}
          columns={columns}
          rows={wallets}
          rowKey={({ wallet_type }) => wallet_type}
        />
      </div>
    </section>
  )
}

function WalletOnPhone({
  wallet: { transaction_count, last_transaction: last, updated_at },
}: {
  wallet: WalletItem
}) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const facts = {
    transactions: formats.count(transaction_count),
    last: last ? `${formats.shillings(last.amount)} (${typeOf(t, last.type)})` : t('none'),
    updated: updated_at ? formats.moment(updated_at) : t('none'),
  }
  return (
    <span className="figures mt-1 block text-sm xl:hidden">
      {(['transactions', 'last', 'updated'] as const).map((name) => (
        <span key={name} className={name === 'updated' ? 'block' : 'block md:hidden'}>
          {t('onPhone', { what: t(`columns.${name}`), value: facts[name] })}
        </span>
      ))}
    </span>
  )
}

const explained = [
  'mpesa_collection',
  'mpesa_payout',
  'mpesa_float',
  'bank',
  'platform_revenue',
  'prize_pool',
  'royalty_pool',
  'withdrawals_held',
  'suspense',
  'owner_funds',
  'mpesa_charges',
  'bank_charges',
  'withholding_tax',
] as const

/** What a wallet is for; '' if unknown. */
function aboutWallet(t: ReturnType<typeof useTranslations<'AdminWallets'>>, type: string): string {
  const known = explained.find((one) => one === type)
  return known ? t(`about.${known}`) : ''
}

const types = [
  ...paymentPurposes,
  ...listedCashKinds,
  'cash_reversed',
  'suspense',
  'suspense_reversed',
  'difference',
  'difference_reversed',
  'prize_funding',
  'prize',
  'withdrawal',
  'withdrawal_borne',
  'royalty',
  'transfer',
  'gift_taken_back',
  'gift_released',
  'subscription_taken_back',
  'topup_taken_back',
  'refund',
  'write_off',
  'write_off_reversed',
  'given_up',
] as const

/** Words for a journal's purpose; its key if unknown. */
function typeOf(t: ReturnType<typeof useTranslations<'AdminWallets'>>, type: string): string {
  const known = types.find((one) => one === type)
  return known ? t(`types.${known}`) : type.replaceAll('_', ' ')
}
