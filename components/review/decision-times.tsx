import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { useDeskStats } from './use-desk-stats.ts'

export function DecisionTimes() {
  const t = useTranslations('Officer.decisionTimes')
  const formats = useFormats()
  const { data } = useDeskStats()
  const hours = data?.median_hours_to_decide ?? null
  return (
    <ul className="figures flex flex-wrap gap-x-4">
      {data?.oldest_pending_at ? (
        <li>{t('oldest', { time: formats.moment(data.oldest_pending_at) })}</li>
      ) : null}
      {hours === null ? null : <li>{t('median', { time: formats.hours(hours) })}</li>}
    </ul>
  )
}
