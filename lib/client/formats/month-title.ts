import { defaultLocale, formatLocales, isLocale, monthTitles } from '#messages/locales.ts'

/** As the server names a month: 'November 2026 Challenge'. */
const named = /^(\p{L}+) (\d{4}) Challenge$/u

/**
 * Returns a month's title in a language. The server names its months in English; a month that somebody has named otherwise keeps that
 * name.
 */
export function monthTitle(title: string, locale: string): string {
  const language = isLocale(locale) ? locale : defaultLocale
  const sentence = monthTitles[language]
  const [, month, year] = named.exec(title) ?? []
  const at = Date.parse(`1 ${month} ${year} UTC`)
  if (!sentence || Number.isNaN(at)) return title
  const format = new Intl.DateTimeFormat(formatLocales[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return sentence.replace('{month}', format.format(at))
}
