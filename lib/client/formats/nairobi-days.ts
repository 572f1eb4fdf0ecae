const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** `2026-11-25` in Nairobi. */
export function nairobiToday(at = new Date()): string {
  return new Date(at.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 10)
}

/** A month's first and last day. @param plus months to add to `day`; may be negative */
export function daysOfMonth(day: string, plus: number): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return {
    from: dateOf(Date.UTC(year, month - 1 + plus, 1)),
    to: dateOf(Date.UTC(year, month + plus, 0)),
  }
}
