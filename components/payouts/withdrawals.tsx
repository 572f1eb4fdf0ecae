import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import type { Withdrawal } from '#lib/contract/payouts/calls.ts'

const PER_PAGE = 5
const PARAM = 'withdrawals'

const tones: Record<Withdrawal['status'], string> = {
  pending: '',
  sending: '',
  completed: 'text-leaf',
  failed: 'text-alarm',
  cancelled: 'text-soft',
}

export function Withdrawals() {
  const t = useTranslations('Wallet')
  const list = useQuery(apiQuery('GET /wallet/api/withdrawals/'))
  const { data, isError, isFetching, refetch } = list
  if (data?.length === 0 && !isError) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">{t('withdrawals')}</h3>
      <StaleNote of={list} />
      {data ? (
        <Lines of={data} />
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed words={t('withdrawalsFailed')} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : (
        <Loading words={t('withdrawalsLoading')} className="mt-3" skeleton="h-20" />
      )}
    </div>
  )
}

function Lines({ of }: { of: readonly Withdrawal[] }) {
  const t = useTranslations('Wallet')
  const asked = useAddressPage(PARAM)
  const pages = Math.ceil(of.length / PER_PAGE)
  const page = Math.min(asked, pages)
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {of.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((one) => (
          <Line key={one.transaction_reference} withdrawal={one} />
        ))}
      </ul>
      <Pager of={t('withdrawals')} param={PARAM} page={page} pages={pages} />
    </>
  )
}

function Line({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const { status, expected_by, transaction_reference: reference } = withdrawal
  const line = useRef<HTMLLIElement>(null)
  return (
    <li ref={line} tabIndex={-1} className="figures py-3">
      <div className="flex justify-between gap-3 font-semibold">
        <span>{formats.shillings(withdrawal.amount)}</span>
        <span className={tones[status]}>{t(`states.${status}`)}</span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm text-soft">
          <time dateTime={withdrawal.requested_at} className="block">
            {formats.moment(withdrawal.requested_at)}
          </time>
          {t('to', { phone: formatPhone(withdrawal.phone_number) })}
          <span className="block wrap-anywhere">{t('reference', { reference })}</span>
        </p>
        {withdrawal.can_cancel ? (
          <CancelButton reference={reference} onDone={() => line.current?.focus()} />
        ) : null}
      </div>
      {status === 'pending' || status === 'sending' ? (
        <p className="mt-1 text-sm text-soft">
          {t(Date.parse(expected_by) < serverClock.at().getTime() ? `late.${status}` : 'expected', {
            moment: formats.moment(expected_by),
          })}
        </p>
      ) : null}
      {status === 'failed' ? (
        <p className="mt-1 text-sm text-alarm">{t(`failures.${withdrawal.failure ?? 'other'}`)}</p>
      ) : null}
    </li>
  )
}

/** Disappears once the list is refetched, so `onDone` moves the focus. */
function CancelButton({ reference, onDone }: { reference: string; onDone: () => void }) {
  const t = useTranslations('Wallet')
  const client = useQueryClient()
  const cancel = useSend({
    mutationFn: () => api('POST /wallet/api/withdrawals/{reference}/cancel/', { path: { reference } }),
    onSuccess: () =>
      showToast({ title: t('cancelledToast'), description: t('reference', { reference }), tone: 'good' }),
    onError: (error) => {
      const description = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')
      showToast({ title: t('cancelFailed'), description, tone: 'bad' })
    },
    onSettled: () => {
      onDone()
      void renewWallet(client)
    },
  })
  return (
    <Button onClick={() => void cancel.send()} aria-busy={cancel.isPending} className="mt-1 shrink-0">
      <span>{cancel.isPending ? t('cancelling') : t('cancel')}</span>
      <span className="sr-only"> {reference}</span>
    </Button>
  )
}
