'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { spokenPhone } from '#lib/client/gifts/gift-phone.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type UnclearViewProps = {
  kind: 'unsure' | 'over'
  gift: GiftView
  phone: string
  /** Leaves this payment to itself and begins another. */
  onAgain: () => void
}

/** M-Pesa has not said whether a prompt came, or how it ended: what is known, how to pay by hand, and the way on. */
export function UnclearView({ kind, gift, phone, onAgain }: UnclearViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p role="status" className="rounded-2xl bg-sunken px-4 py-4">
        {kind === 'unsure' ? t('unsureDetail', { phone: spokenPhone(phone) }) : t('overDetail')}
      </p>
      {gift.paybill ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t(kind === 'unsure' ? 'unsureByHand' : 'overByHand')}</h3>
          <PaybillValues paybill={gift.paybill} amount={gift.amount} />
        </section>
      ) : null}
      {kind === 'over' ? (
        <div className="grid gap-2">
          <Button size="large" wide onClick={onAgain}>
            {t('overAgain')}
          </Button>
          <p className="text-sm text-soft">{t('overAgainNote')}</p>
        </div>
      ) : null}
    </div>
  )
}
