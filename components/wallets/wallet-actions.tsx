import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TopupProgress } from '#components/topups/topup-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import { MoneyDialog } from './money-dialog.tsx'

/** The top-up that is followed: the one that was asked for here, else one that is under way, and whose page was closed or reloaded. */
function useFollowedTopup() {
  const [id, setId] = useState<string | null>(null)
  const { data: open } = useQuery({ ...apiQuery('GET /wallet/api/topup/open/'), enabled: id === null })
  const found = open?.[0]?.id
  // Kept, because it is not among the open ones any more once its end can be told.
  if (id === null && found) setId(found)
  return [id, setId] as const
}

/** The buttons to withdraw and to top up, with their dialogs. */
export function WalletActions({ available }: { available: number }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const [open, setOpen] = useState<'withdraw' | 'topUp' | null>(null)
  const [topupId, setTopupId] = useFollowedTopup()
  const client = useQueryClient()
  // An answer may come late, to a dialog in whose place the other one is open.
  const close = (which: typeof open) => setOpen((is) => (is === which ? null : is))
  const most = mostWithdrawable(available)
  const least = formats.shillings(WITHDRAWAL_MIN)
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button tone="money" onClick={() => setOpen('withdraw')}>
          {t('withdraw')}
        </Button>
        <Button onClick={() => setOpen('topUp')}>{t('topUp')}</Button>
      </div>
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

/** Returns what can be withdrawn at once at the most, in whole shillings; null where even all of it is too little. */
export function mostWithdrawable(available: number): number | null {
  const most = Math.min(Math.floor(available), WITHDRAWAL_MAX)
  return most < WITHDRAWAL_MIN ? null : most
}

/** Whether a withdrawal is known to have been called off: who asks for it once more gets the answer of the first time. */
export async function isCalledOff(client: QueryClient, reference: string): Promise<boolean> {
  const query = { ...apiQuery('GET /wallet/api/withdrawals/'), staleTime: 0 }
  const withdrawals = await client.fetchQuery(query).catch(() => [])
  return withdrawals.some((one) => one.transaction_reference === reference && one.status === 'cancelled')
}
