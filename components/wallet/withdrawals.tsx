'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { ApiError } from '#lib/client/api-client.ts'
import { showToast } from '#lib/client/toasts.ts'
import { cancelWithdrawal, fetchWithdrawals } from '#lib/client/wallet-api.ts'
import type { Withdrawal } from '#lib/contract/wallets.ts'

const SHOWN = 5

/** The newest withdrawals with their state; what is not sent yet can be called off. Nothing where there is none. */
export function Withdrawals() {
  const t = useTranslations('Wallet')
  const { data } = useQuery({
    queryKey: ['wallet', 'withdrawals'],
    queryFn: ({ signal }) => fetchWithdrawals(signal),
  })
  if (!data || data.length === 0) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-lg">{t('withdrawals')}</h3>
      <ul className="mt-1 divide-y divide-line">
        {data.slice(0, SHOWN).map((one) => (
          <Line key={one.transaction_reference} withdrawal={one} />
        ))}
      </ul>
    </div>
  )
}

function Line({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('Wallet')
  const formats = useFormats()
  const { status, expected_by, transaction_reference: reference } = withdrawal
  const isOpen = status === 'pending' || status === 'sending'
  return (
    <li className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3">
      <span className="font-semibold">{formats.shillings(withdrawal.amount)}</span>
      <span className={`text-end font-semibold ${status === 'failed' ? 'text-alarm' : ''}`}>
        {t(`states.${status}`)}
      </span>
      <span className="text-sm text-soft">
        {t('to', { phone: withdrawal.phone_number })}
        <span className="block break-all">{t('reference', { reference })}</span>
        {isOpen ? t('expected', { moment: formats.moment(expected_by) }) : null}
      </span>
      {withdrawal.can_cancel ? <CancelButton reference={reference} /> : null}
    </li>
  )
}

function CancelButton({ reference }: { reference: string }) {
  const t = useTranslations('Wallet')
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const cancel = async () => {
    setSending(true)
    try {
      await cancelWithdrawal(reference)
      showToast({ title: t('cancelledToast'), description: t('reference', { reference }), tone: 'good' })
    } catch (error) {
      const description = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')
      showToast({ title: t('cancelFailed'), description, tone: 'bad' })
    } finally {
      setSending(false)
      void client.invalidateQueries({ queryKey: ['wallet'] })
    }
  }
  return (
    <Button onClick={cancel} disabled={isSending} className="mt-1 self-start justify-self-end">
      {isSending ? t('cancelling') : t('cancel')}
    </Button>
  )
}
