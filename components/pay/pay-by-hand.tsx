'use client'

import { useTranslations } from 'next-intl'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { GiftView } from '#lib/contract/gifts.ts'

type PayByHandProps = { gift: GiftView; paybill: NonNullable<GiftView['paybill']> }

/** What to type into M-PESA's Pay Bill menu, each value copied with a tap. */
export function PayByHand({ gift, paybill }: PayByHandProps) {
  const t = useTranslations('Pay')
  const formats = useFormats()
  const words = { copy: t('copyWord'), copied: t('copied') }
  return (
    <section aria-labelledby="by-hand-title" className="mt-8 rounded-3xl border border-line bg-surface p-5">
      <h2 id="by-hand-title" className="text-xl">
        {t('byHand')}
      </h2>
      <p className="mt-1 text-soft">{t('byHandDetail')}</p>
      <dl className="mt-4 grid gap-3">
        <CopyValue label={t('businessNumber')} value={paybill.business_number} words={words} />
        <CopyValue label={t('accountNumber')} value={paybill.account_number} words={words} />
        <CopyValue
          label={t('amount')}
          value={String(gift.amount)}
          shown={formats.shillings(gift.amount)}
          words={words}
        />
      </dl>
      <p className="mt-4 text-sm text-soft">{t('byHandNote')}</p>
    </section>
  )
}
