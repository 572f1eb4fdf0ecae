import { useLocale } from 'next-intl'
import { formatCount, formatShillings } from '#lib/client/formats/amounts.ts'
import { formatDay, formatHours, formatMoment, formatTime } from '#lib/client/formats/formats.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

export function useFormats() {
  const locale = useLocale()
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  return {
    count: formatCount,
    /** Hours; below one hour, minutes. */
    hours: (hours: number) => formatHours(hours, isLocale(locale) ? locale : defaultLocale),
    shillings: formatShillings,
    day: (moment: string) => formatDay(moment, formatLocale),
    /** In Nairobi's time. */
    time: (moment: Date) => formatTime(moment, formatLocale),
    moment: (moment: string) => formatMoment(moment, formatLocale),
  }
}
