import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TopupProgress } from '#components/topups/topup-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import { MoneyDialog } from './money-dialog.tsx'

/** The buttons to withdraw and to top up, with their dialogs. */
export function WalletActions({ available }: { available: number }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const [open, setOpen] = useState<'withdraw' | 'topUp' | null>(null)
  const [topupId, setTopupId] = useState<string | null>(null)
  const close = () => setOpen(null)
  const most = Math.min(Math.floor(available), WITHDRAWAL_MAX)
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
          words={{
            title: t('withdrawTitle'),
            detail: t('withdrawDetail', { amount: formats.shillings(available) }),
            action: t('withdraw'),
            failed: t('withdrawFailed'),
          }}
          schema={async () => (await import('#lib/contract/payouts/calls.ts')).withdraw.body}
          ask={(request) => api('POST /wallet/api/withdraw/initiate/', request)}
          onAnswer={({ transaction_reference: reference }) =>
            showToast({
              title: t('withdrawn', { reference }),
              description: t('withdrawnDetail'),
              tone: 'good',
            })
          }
          onClose={close}
          most={{
            amount: most,
            all: t('withdrawAll', { amount: formats.shillings(most) }),
            tooMuch: t('withdrawTooMuch', { amount: formats.shillings(most) }),
            hint:
              most < WITHDRAWAL_MIN
                ? t('withdrawTooLittle', { least: formats.shillings(WITHDRAWAL_MIN) })
                : t('withdrawHint', {
                    least: formats.shillings(WITHDRAWAL_MIN),
                    most: formats.shillings(most),
                  }),
          }}
          newNumber={t('newNumber')}
        />
      ) : null}
      {open === 'topUp' ? (
        <MoneyDialog
          words={{
            title: t('topUpTitle'),
            detail: t('topUpDetail'),
            action: t('topUp'),
            failed: t('topUpFailed'),
          }}
          schema={async () => (await import('#lib/contract/topups/calls.ts')).topup.body}
          ask={(request) => api('POST /wallet/api/topup/initiate/', request)}
          onAnswer={({ id }) => setTopupId(id)}
          onClose={close}
        />
      ) : null}
    </>
  )
}
