import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** Until when videos are taken, beside the fee. */
export function SubmitUntil({ end }: { end: string }) {
  const t = useTranslations('Subscription')
  const formats = useFormats()
  // The month's last minute, not the first one that is too late.
  const last = new Date(Date.parse(end) - 60_000).toISOString()
  return <p className="figures mt-1 text-sm text-soft">{t('submitUntil', { end: formats.moment(last) })}</p>
}
