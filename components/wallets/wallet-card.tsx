import { Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Withdrawals } from '#components/payouts/withdrawals.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { useLiveWallet, useMyWallet } from './use-my-wallet.ts'
import { WalletActions } from './wallet-actions.tsx'
import { WalletHistory } from './wallet-history.tsx'

/** What there is, what is on its way out, and how it came: quiet and exact. Locked until the identity is approved. */
export function WalletCard({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('Wallet')
  return (
    <section className="rounded-3xl border border-line bg-surface p-5">
      <h2 className="text-xl">{t('title')}</h2>
      {isOpen ? <OpenWallet /> : <LockedWallet />}
    </section>
  )
}

function LockedWallet() {
  const t = useTranslations('Wallet')
  return (
    <div className="mt-3 rounded-2xl bg-sunken px-4 py-5 text-soft">
      <p className="flex items-center gap-3">
        <Lock aria-hidden="true" className="size-6 shrink-0" />
        <span aria-hidden="true" className="figures font-display text-3xl font-extrabold tracking-tight">
          KES ••••
        </span>
        <span className="sr-only">{t('lockedBalance')}</span>
      </p>
      <p className="mt-2">{t('locked')}</p>
    </div>
  )
}

function OpenWallet() {
  const t = useTranslations('Wallet')
  const answer = useMyWallet()
  const { data: wallet, isError, isFetching, refetch } = answer
  useLiveWallet()
  if (wallet) {
    return (
      <>
        <StaleNote of={answer} />
        <Amounts wallet={wallet} />
        <WalletActions available={wallet.balance} />
        <Withdrawals />
        <WalletHistory />
      </>
    )
  }
  if (isError) {
    return (
      <div className="mt-3">
        <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  }
  return (
    <div role="status" className="mt-3">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="bone h-24" />
      <div aria-hidden="true" className="bone mt-4 h-60" />
    </div>
  )
}

function Amounts({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  return (
    <dl className="figures mt-3">
      <div className="rounded-2xl bg-leaf-wash px-4 py-4">
        <dt className="font-semibold">{t('balance')}</dt>
        <dd data-testid="balance" className="font-display text-3xl font-extrabold tracking-tight">
          {formats.shillings(wallet.balance)}
        </dd>
      </div>
      <div className="mt-3 flex items-baseline justify-between gap-3 px-1">
        <dt>
          {t('held')} <span className="block text-sm text-soft">{t('heldDetail')}</span>
        </dt>
        <dd className="font-semibold">{formats.shillings(wallet.held)}</dd>
      </div>
      <div className="mt-2 flex items-baseline justify-between gap-3 px-1">
        <dt>{t('earned')}</dt>
        <dd className="font-semibold">{formats.shillings(wallet.total_earnings)}</dd>
      </div>
    </dl>
  )
}
