import { useTranslations } from 'next-intl'
import { CopyValue } from './copy-value.tsx'
import { useFormats } from './use-formats.ts'

type PaybillValuesProps = {
  paybill: { business_number: string; account_number: string }
  /** In shillings. */
  amount: number
}

export function PaybillValues({ paybill, amount }: PaybillValuesProps) {
  const t = useTranslations('Paybill')
  const formats = useFormats()
  const words = { copy: t('copyWord'), copied: t('copied') }
  return (
    <dl className="grid gap-2 text-ink">
      <CopyValue label={t('businessNumber')} value={paybill.business_number} words={words} />
      <CopyValue label={t('accountNumber')} value={paybill.account_number} words={words} />
      <CopyValue label={t('amount')} value={String(amount)} shown={formats.shillings(amount)} words={words} />
    </dl>
  )
}
