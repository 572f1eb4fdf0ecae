import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'

/** Words for a time in ms of this device, with the day unless it is today. */
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
