import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

/** Nothing to do but wait for M-Pesa's word; nobody has to pay again. */
export function CheckingView({ gift, quantity }: { gift: GiftView | null; quantity: number }) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p
        role="status"
        className="flex items-center gap-3 rounded-2xl bg-leaf-wash px-4 py-4 text-lg font-semibold text-leaf"
      >
        <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
        {t('plusChecking', { count: quantity })}
      </p>
      <p className="text-soft">{t('checkingDetail')}</p>
      {gift ? <PaybillLink giftId={gift.id} /> : null}
    </div>
  )
}

/** The payment page of a gift: how to pay by hand, and later the receipt. */
function PaybillLink({ giftId }: { giftId: string }) {
  const t = useTranslations('Gift')
  return (
    <p className="text-sm">
      {t('noPrompt')}{' '}
      <a
        href={`/pay/${giftId}`}
        target="_blank"
        rel="noopener"
        className="font-semibold underline underline-offset-4"
      >
        {t('payByPaybill')}
      </a>
    </p>
  )
}
