import { useTranslations } from 'next-intl'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

/** No prompt came: what to do, in order. */
export function NoPrompt({ gift, phone }: { gift: GiftView; phone: string }) {
  const t = useTranslations('Gift')
  return (
    <details className="rounded-2xl border border-line px-4 py-2">
      <summary className="tap flex items-center font-semibold underline underline-offset-4">
        {t('noPrompt')}
      </summary>
      <ol className="grid list-decimal gap-3 ps-5 pt-1 pb-3 marker:font-bold">
        <li>{t('noPromptLook', { phone: formatPhone(phone) })}</li>
        {gift.paybill ? (
          <li>
            {t('noPromptPaybill')}
            <div className="mt-2 -ms-5">
              <PaybillValues paybill={gift.paybill} amount={gift.amount} />
            </div>
          </li>
        ) : null}
        <li>{t('noPromptAgain')}</li>
        <li>
          <ClaimLink />
        </li>
      </ol>
    </details>
  )
}

/** For who has paid and sees nothing counted: M-PESA's code finds the payment. */
export function ClaimLink() {
  const t = useTranslations('Gift')
  return (
    <span>
      {t('paidNotCounted')}{' '}
      <a
        href="/claim"
        target="_blank"
        rel="noopener"
        className="tap inline-flex items-center font-semibold underline underline-offset-4"
      >
        {unbroken(t('claim'))}
      </a>
    </span>
  )
}
