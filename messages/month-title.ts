/** As the server names a month: 'November 2026 Challenge'. */
const named = /^(\p{L}+) (\d{4}) Challenge$/u

/** How a language titles a month where the server's English title is not its own. */
const titles: ReadonlyMap<string, string> = new Map([['sw', 'Shindano la {month}']])

/**
 * Returns a month's title in a language. The server names its months in English; a month that somebody has named otherwise keeps that
 * name.
 */
export function monthTitle(title: string, locale: string): string {
  const sentence = titles.get(locale)
  const [, month, year] = named.exec(title) ?? []
  const at = Date.parse(`1 ${month} ${year} UTC`)
  if (!sentence || Number.isNaN(at)) return title
  const format = new Intl.DateTimeFormat(`${locale}-KE`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return sentence.replace('{month}', format.format(at))
}
