/** `21 November 2026` in Nairobi. @param moment ISO 8601 */
export function formatDay(moment: string, formatLocale: string): string {
  return new Intl.DateTimeFormat(formatLocale, { dateStyle: 'long', timeZone: 'Africa/Nairobi' }).format(
    new Date(moment),
  )
}

/** `14:05` in Nairobi. */
export function formatTime(moment: Date, formatLocale: string): string {
  return new Intl.DateTimeFormat(formatLocale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Africa/Nairobi',
  }).format(moment)
}

/** `21 Nov 2026, 20:15` in Nairobi. @param moment ISO 8601 */
export function formatMoment(moment: string, formatLocale: string): string {
  return new Intl.DateTimeFormat(formatLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  }).format(new Date(moment))
}

/** `3 min`, or `1.5 hr` from one hour. */
export function formatHours(hours: number, locale: string): string {
  const minutes = Math.round(hours * 60)
  const isShort = minutes < 60
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'minute' : 'hour',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(isShort ? minutes : hours)
}
