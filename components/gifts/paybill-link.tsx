'use client'

import { useTranslations } from 'next-intl'

/** The payment page of a gift: how to pay by hand, and later the receipt. */
export function PaybillLink({ giftId }: { giftId: string }) {
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
