import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Withdrawals } from '#components/payouts/withdrawals.tsx'
import { TopupProgress } from '#components/topups/topup-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import type { Wallet, WalletTransaction } from '#lib/contract/wallets/calls.ts'
import { MoneyDialog } from './money-dialog.tsx'
import { OwnTaxCertificates } from './own-tax-certificates.tsx'
import { TRANSACTIONS_PER_PAGE, useLiveWallet, useMyWallet, useTransactions } from './use-my-wallet.ts'

/** Locked until the user's identity is approved. */
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
        <WalletActions available={wallet.balance} isFrozen={wallet.withdrawals_frozen} />
        <Withdrawals />
        <WalletHistory />
        <OwnTaxCertificates />
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
      <div aria-hidden="true" className="skeleton h-24" />
      <div aria-hidden="true" className="skeleton mt-4 h-60" />
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

/** Id of the top-up to follow: the one requested here, else one that was pending when the page loaded. */
function useFollowedTopup() {
  const [id, setId] = useState<string | null>(null)
  const { data: open } = useQuery({ ...apiQuery('GET /wallet/api/topup/open/'), enabled: id === null })
  const found = open?.[0]?.id
  // Stored, because a finished top-up is no longer among the open ones.
  if (id === null && found) setId(found)
  return [id, setId] as const
}

export function WalletActions({ available, isFrozen }: { available: number; isFrozen: boolean }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const [open, setOpen] = useState<'withdraw' | 'topUp' | null>(null)
  const [topupId, setTopupId] = useFollowedTopup()
  const client = useQueryClient()
  // A late answer must not close the other dialog.
  const close = (which: typeof open) => setOpen((is) => (is === which ? null : is))
  const most = mostWithdrawable(available)
  const least = formats.shillings(WITHDRAWAL_MIN)
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button tone="money" disabled={isFrozen} onClick={() => setOpen('withdraw')}>
          {t('withdraw')}
        </Button>
        <Button onClick={() => setOpen('topUp')}>{t('topUp')}</Button>
      </div>
      {isFrozen ? (
        <p role="status" className="mt-3 rounded-2xl bg-sunken px-4 py-3">
          {t('frozen')}
        </p>
      ) : null}
      {topupId ? <TopupProgress id={topupId} /> : null}
      {open === 'withdraw' ? (
        <MoneyDialog
          name="withdrawal"
          words={{
            title: t('withdrawTitle'),
            detail: t('withdrawDetail', { amount: formats.shillings(available) }),
            action: t('withdraw'),
            failed: t('withdrawFailed'),
            unanswered: (asked) => t('withdrawUnanswered', asked),
            question: (asked) => t('withdrawQuestion', asked),
          }}
          schema={async () => (await import('#lib/contract/payouts/calls.ts')).withdraw.body}
          ask={(request) => api('POST /wallet/api/withdraw/initiate/', request)}
          onAnswer={async ({ transaction_reference: reference }, isRepeat) => {
            if (isRepeat && (await isCalledOff(client, reference)))
              showToast({
                title: t('cancelledToast'),
                description: t('withdrawCalledOff', { reference }),
                tone: 'bad',
              })
            else
              showToast({
                title: t('withdrawn', { reference }),
                description: t('withdrawnDetail'),
                tone: 'good',
              })
          }}
          onClose={() => close('withdraw')}
          most={
            most === null
              ? {
                  amount: 0,
                  all: null,
                  tooMuch: t('withdrawTooLittle', { least }),
                  hint: t('withdrawTooLittle', { least }),
                }
              : {
                  amount: most,
                  all: t('withdrawAll', { amount: formats.shillings(most) }),
                  tooMuch: t('withdrawTooMuch', { amount: formats.shillings(most) }),
                  hint: t('withdrawHint', { least, most: formats.shillings(most) }),
                }
          }
          newNumber={t('newNumber')}
        />
      ) : null}
      {open === 'topUp' ? (
        <MoneyDialog
          name="topup"
          words={{
            title: t('topUpTitle'),
            detail: t('topUpDetail'),
            action: t('topUp'),
            failed: t('topUpFailed'),
            unanswered: (asked) => t('topUpUnanswered', asked),
          }}
          schema={async () => (await import('#lib/contract/topups/calls.ts')).topup.body}
          ask={(request) => api('POST /wallet/api/topup/initiate/', request)}
          onAnswer={({ id }) => setTopupId(id)}
          onClose={() => close('topUp')}
        />
      ) : null}
    </>
  )
}

/** The largest possible withdrawal in whole shillings; null if the balance is below the minimum. */
export function mostWithdrawable(available: number): number | null {
  const most = Math.min(Math.floor(available), WITHDRAWAL_MAX)
  return most < WITHDRAWAL_MIN ? null : most
}

/** Tells if a withdrawal was cancelled: a repeated request gets the first answer, which does not tell. */
export async function isCalledOff(client: QueryClient, reference: string): Promise<boolean> {
  const query = { ...apiQuery('GET /wallet/api/withdrawals/'), staleTime: 0 }
  const withdrawals = await client.fetchQuery(query).catch(() => [])
  return withdrawals.some((one) => one.transaction_reference === reference && one.status === 'cancelled')
}

const HISTORY_PARAM = 'entries'

function WalletHistory() {
  const t = useTranslations('Wallet')
  const page = useAddressPage(HISTORY_PARAM)
  const list = useTransactions(page)
  const { data, isError, isFetching, isPlaceholderData, refetch } = list
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">{t('history')}</h3>
      <StaleNote of={list} />
      {data ? (
        <>
          {data.results.length > 0 ? (
            <ol aria-busy={isPlaceholderData} className="mt-1 divide-y divide-line">
              {data.results.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          ) : (
            <div className="py-6 text-center">
              <p className="font-semibold">{t('emptyTitle')}</p>
              <p className="text-soft">{t('emptyDetail')}</p>
            </div>
          )}
          <Pager
            of={t('history')}
            param={HISTORY_PARAM}
            page={page}
            pages={Math.ceil(data.count / TRANSACTIONS_PER_PAGE)}
          />
        </>
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed words={t('historyFailed')} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : (
        <Loading words={t('historyLoading')} className="mt-3" skeleton="h-60" />
      )}
    </div>
  )
}

function Entry({ entry }: { entry: WalletTransaction }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const isIn = entry.amount > 0
  return (
    <li className="figures py-3">
      <div className="flex justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{entry.description}</span>
        <span className={cn('shrink-0 font-semibold', isIn && 'text-leaf')}>
          {`${isIn ? '+' : ''}${formats.shillings(entry.amount)}`}
        </span>
      </div>
      <div className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <time dateTime={entry.created_at}>{formats.moment(entry.created_at)}</time>
        <span>{t('after', { amount: formats.shillings(entry.balance_after) })}</span>
      </div>
      {entry.reference ? (
        <p className="text-sm wrap-anywhere text-soft">{t('reference', { reference: entry.reference })}</p>
      ) : null}
    </li>
  )
}
