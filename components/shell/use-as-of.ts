import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** Returns what says of when something is, in milliseconds by the device's clock: its time, and the day where it was another one. */
export function useAsOf(): (at: number) => string {
  const t = useTranslations('Kept')
  const formats = useFormats()
  return (at) => {
    const moment = new Date(at).toISOString()
    const isToday = formats.day(moment) === formats.day(new Date().toISOString())
    return isToday
      ? t('asOf', { time: formats.time(new Date(at)) })
      : t('asOfDay', { moment: formats.moment(moment) })
  }
}
