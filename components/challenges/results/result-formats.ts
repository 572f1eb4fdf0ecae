import { formatCount, formatShillings } from '#lib/client/formats/amounts.ts'
import { formatDay } from '#lib/client/formats/formats.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'
import { monthTitle } from '#messages/month-title.ts'

/** Formats for server components, which cannot use `useFormats`. */
export function formatsIn(locale: string) {
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  return {
    count: formatCount,
    shillings: formatShillings,
    day: (moment: string) => formatDay(moment, formatLocale),
    /** The last day of a period; `end` is exclusive and may be a midnight. */
    lastDay: (end: string) => formatDay(new Date(Date.parse(end) - 1).toISOString(), formatLocale),
    month: (title: string) => monthTitle(title, locale),
  }
}
