'use client'

import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { spokenPhone } from '#lib/client/gifts/gift-phone.ts'
import { PROMPT_SECONDS } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { Countdown } from './countdown.tsx'

type PromptViewProps = { gift: GiftView; phone: string; secondsLeft: number }

/** The prompt is on the phone: who asks, how much, and how long it waits. */
export function PromptView({ gift, phone, secondsLeft }: PromptViewProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  return (
    <div className="mt-5 grid gap-5">
      <div className="flex items-center gap-5">
        <Countdown secondsLeft={secondsLeft} total={PROMPT_SECONDS} />
        <ol className="grid gap-2">
          <li>{t('promptStep1', { phone: spokenPhone(phone) })}</li>
          <li>{t('promptStep2', { amount: formats.shillings(gift.amount) })}</li>
          <li>{t('promptStep3')}</li>
        </ol>
      </div>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-2xl bg-sunken px-4 py-4">
        <dt className="text-soft">{t('asker')}</dt>
        <dd className="text-end font-semibold">
          {gift.paybill ? t('askerName', { number: gift.paybill.business_number }) : t('askerPlain')}
        </dd>
        <dt className="text-soft">{t('amount')}</dt>
        <dd className="text-end font-semibold">{formats.shillings(gift.amount)}</dd>
      </dl>
      <p className="text-sm text-soft">{t('promptSafe')}</p>
    </div>
  )
}
