import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

export function SubmitUntil({ end }: { end: string }) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  // `end` is exclusive, so the last valid minute is shown.
  const last = new Date(Date.parse(end) - 60_000).toISOString()
  return <p className="figures mt-1 text-sm text-soft">{t('submitUntil', { end: formats.moment(last) })}</p>
}
