import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** Shows the end of submissions beside the fee. */
export function SubmitUntil({ end }: { end: string }) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  // The last valid minute.
  const last = new Date(Date.parse(end) - 60_000).toISOString()
  return <p className="figures mt-1 text-sm text-soft">{t('submitUntil', { end: formats.moment(last) })}</p>
}
