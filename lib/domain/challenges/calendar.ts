import { nairobiParts, nairobiTime } from '#lib/core/clock.ts'

/** One calendar month in Africa/Nairobi. */
export type MonthCalendar = {
  /** `2026-11-01`, as in challenge.month. */
  key: string
  /** `November 2026` */
  name: string
  startsAt: Date
  votingStartsAt: Date
  /** The start of the day after the last day for submissions. */
  submissionsEndAt: Date
  endsAt: Date
}

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * Returns the calendar of the month of `moment`.
 * @param moved months to add
 * @param days day of the month on which voting opens, and the last day for submissions and subscriptions
 */
export function calendarOf(
  moment: Date,
  days: { votingStarts: number; submissionsClose: number },
  moved = 0,
): MonthCalendar {
  const { year, month } = nairobiParts(moment)
  // Noon of the 2nd is in the same month in every time zone.
  const named = nairobiParts(nairobiTime(year, month + moved, 2, 12))
  return {
    key: `${named.year}-${String(named.month).padStart(2, '0')}-01`,
    name: `${names[named.month - 1]} ${named.year}`,
    startsAt: nairobiTime(year, month + moved),
    votingStartsAt: nairobiTime(year, month + moved, days.votingStarts),
    submissionsEndAt: nairobiTime(year, month + moved, days.submissionsClose + 1),
    endsAt: nairobiTime(year, month + moved + 1),
  }
}
