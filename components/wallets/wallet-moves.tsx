'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { TopupProgress } from '#components/topups/topup-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import { TOPUP_MIN } from '#lib/contract/topups/constants.ts'
import { MoneyDialog } from './money-dialog.tsx'
import { useMoneyRequest } from './use-money-request.ts'

/** Money in and money out. */
export function WalletMoves({ available }: { available: number }) {
  const t = useTranslations('Wallet')
  const [open, setOpen] = useState<'withdraw' | 'topUp' | null>(null)
  const [topupId, setTopupId] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button tone="money" onClick={() => setOpen('withdraw')}>
          {t('withdraw')}
        </Button>
        <Button onClick={() => setOpen('topUp')}>{t('topUp')}</Button>
      </div>
      {topupId ? <TopupProgress id={topupId} /> : null}
      {open === 'withdraw' ? <WithdrawDialog available={available} onClose={close} /> : null}
      {open === 'topUp' ? <TopupDialog onStarted={setTopupId} onClose={close} /> : null}
    </>
  )
}

function WithdrawDialog({ available, onClose }: { available: number; onClose: () => void }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const { send, ...state } = useMoneyRequest(
    (request) => api('POST /wallet/api/withdraw/initiate/', request),
    t('withdrawFailed'),
  )
  const onSend = async (amount: number, phone: string) => {
    const answer = await send(amount, phone)
    if (!answer) return
    const title = t('withdrawn', { reference: answer.transaction_reference })
    showToast({ title, description: t('withdrawnDetail'), tone: 'good' })
    onClose()
  }
  return (
    <MoneyDialog
      title={t('withdrawTitle')}
      detail={t('withdrawDetail', { amount: formats.shillings(available) })}
      action={t('withdraw')}
      least={WITHDRAWAL_MIN}
      onSend={onSend}
      onClose={onClose}
      {...state}
    />
  )
}

function TopupDialog({ onStarted, onClose }: { onStarted: (id: string) => void; onClose: () => void }) {
  const t = useTranslations('Wallet')
  const { send, ...state } = useMoneyRequest(
    (request) => api('POST /wallet/api/topup/initiate/', request),
    t('topUpFailed'),
  )
  const onSend = async (amount: number, phone: string) => {
    const answer = await send(amount, phone)
    if (!answer) return
    onStarted(answer.id)
    onClose()
  }
  return (
    <MoneyDialog
      title={t('topUpTitle')}
      detail={t('topUpDetail')}
      action={t('topUp')}
      least={TOPUP_MIN}
      onSend={onSend}
      onClose={onClose}
      {...state}
    />
  )
}
