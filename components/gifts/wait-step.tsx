import { Hourglass, WifiOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { WAITING_LIFE_MS, type WaitingGift } from '#lib/client/gifts/waiting-gift.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'

type WaitStepProps = {
  gift: WaitingGift
  onCancel: () => void
  onClose: () => void
}

/** The line is away, or no answer says what became of it: what waits, until when, and the way out of it. */
export function WaitStep({ gift, onCancel, onClose }: WaitStepProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  const { waitsFor } = gift
  const Icon = waitsFor === 'line' ? WifiOff : Hourglass
  return (
    <div className="mt-5 grid gap-5">
      <p
        role="status"
        className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-4 text-lg font-semibold"
      >
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        <span>{t(`waits.${waitsFor}.status`, { count: gift.quantity })}</span>
      </p>
      <p>{t(`waits.${waitsFor}.detail`, { phone: formatPhone(gift.phone) })}</p>
      <p className="figures text-soft">
        {t('waitUntil', { time: formats.time(new Date(gift.startedAt + WAITING_LIFE_MS)) })}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button size="large" onClick={onCancel}>
          {t('waitCancel')}
        </Button>
        <Button size="large" tone="outlined" onClick={onClose}>
          {t('waitClose')}
        </Button>
      </div>
      {gift.request.paybill ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t('refusedByHand')}</h3>
          <p className="text-soft">{t('waitByHand')}</p>
          <PaybillValues paybill={gift.request.paybill} amount={gift.quantity * GIFT_PRICE_SHILLINGS} />
        </section>
      ) : null}
    </div>
  )
}
