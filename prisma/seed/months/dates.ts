import { nairobiParts, nairobiTime } from '#lib/core/clock.ts'

/** A challenge's calendar: a month in Africa/Nairobi. */
export interface MonthDates {
  /** `2026-11-01`, as challenge.month has it. */
  key: string
  /** `November 2026` */
  name: string
  startsAt: Date
  votingStartsAt: Date
  submissionsEndAt: Date
  endsAt: Date
}

const VOTING_STARTS_DAY = 8
const SUBMISSIONS_CLOSE_DAY = 24

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
 * The month that `moment` lies in, moved by so many months. Voting opens on day 8, or, while that day is still to
 * come, early enough that it is open at `moment`: the demo must never be found in a phase without votes.
 */
export function monthOf(moment: Date, moved = 0): MonthDates {
  const { year, month } = nairobiParts(moment)
  const startsAt = nairobiTime(year, month + moved)
  // Noon of the 2nd is in the same month in every time zone.
  const named = nairobiParts(nairobiTime(year, month + moved, 2, 12))
  const dayEight = nairobiTime(year, month + moved, VOTING_STARTS_DAY)
  const early = new Date(startsAt.getTime() + Math.max(0, moment.getTime() - startsAt.getTime()) * 0.3)
  return {
    key: `${named.year}-${String(named.month).padStart(2, '0')}-01`,
    name: `${names[named.month - 1]} ${named.year}`,
    startsAt,
    votingStartsAt: moved === 0 && early < dayEight && moment <= dayEight ? early : dayEight,
    submissionsEndAt: nairobiTime(year, month + moved, SUBMISSIONS_CLOSE_DAY + 1),
    endsAt: nairobiTime(year, month + moved + 1),
  }
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
