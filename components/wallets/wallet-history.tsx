import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { WalletTransaction } from '#lib/contract/wallets/calls.ts'
import { TRANSACTIONS_PER_PAGE, useTransactions } from './use-my-wallet.ts'

const PARAM = 'entries'

/** What went in and out, newest first; which page is in the address. */
export function WalletHistory() {
  const t = useTranslations('Wallet')
  const page = useAddressPage(PARAM)
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
            param={PARAM}
            page={page}
            pages={Math.ceil(data.count / TRANSACTIONS_PER_PAGE)}
          />
        </>
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed words={t('historyFailed')} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : (
        <Loading words={t('historyLoading')} className="mt-3" bone="h-60" />
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
