import { getTranslations } from 'next-intl/server'
import { CopyValue } from '#components/ui/copy-value.tsx'

/** How to vote from any phone, without data: what to type into M-PESA's menu. */
export async function PaybillCard({
  businessNumber,
  accountNumber,
}: {
  businessNumber: string
  accountNumber: string
}) {
  const t = await getTranslations('Video')
  const words = { copy: t('copyWord'), copied: t('copied') }
  return (
    <section aria-labelledby="paybill-title" className="rounded-3xl border border-line bg-surface p-5 lg:p-7">
      <h2 id="paybill-title" className="text-xl">
        {t('paybillTitle')}
      </h2>
      <p className="mt-2 text-soft">{t('paybillDetail')}</p>
      <dl className="mt-4 grid gap-3">
        <CopyValue label={t('businessNumber')} value={businessNumber} words={words} />
        <CopyValue label={t('accountNumber')} value={accountNumber} words={words} />
      </dl>
      <p className="figures mt-4 font-semibold">{t('paybillAmountValue')}</p>
    </section>
  )
}
