'use client'

import { useTranslations } from 'next-intl'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type PayByHandProps = { gift: GiftView; paybill: NonNullable<GiftView['paybill']> }

/** What to type into M-PESA's Pay Bill menu, each value copied with a tap. */
export function PayByHand({ gift, paybill }: PayByHandProps) {
  const t = useTranslations('Pay')
  return (
    <section aria-labelledby="by-hand-title" className="mt-8 rounded-3xl border border-line bg-surface p-5">
      <h2 id="by-hand-title" className="text-xl">
        {t('byHand')}
      </h2>
      <p className="mt-1 mb-4 text-soft">{t('byHandDetail')}</p>
      <PaybillValues paybill={paybill} amount={gift.amount} />
      <p className="mt-4 text-sm text-soft">{t('byHandNote')}</p>
    </section>
  )
}
