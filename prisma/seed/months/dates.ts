import { addSeconds } from '#lib/core/clock.ts'
import { calendarOf, type MonthCalendar } from '#lib/domain/challenges/calendar.ts'

const DAY_SECONDS = 86_400
const DAYS = { votingStarts: 8, submissionsClose: 24 }

/**
 * The month that `moment` lies in, moved by so many months. Voting opens on day 8, or, while that day is still to
 * come, early enough that it is open at `moment`: the demo must never be found in a phase without votes. Nor with joining closed: from the
 * day before its day on it goes on for half of what is left of the month.
 */
export function monthOf(moment: Date, moved = 0): MonthCalendar {
  const month = calendarOf(moment, DAYS, moved)
  const passed = Math.max(0, moment.getTime() - month.startsAt.getTime())
  const early = new Date(month.startsAt.getTime() + passed * 0.3)
  const isEarly = moved === 0 && early < month.votingStartsAt && moment <= month.votingStartsAt
  const isLate = moved === 0 && moment >= addSeconds(month.submissionsEndAt, -DAY_SECONDS)
  return {
    ...month,
    ...(isEarly ? { votingStartsAt: early } : {}),
    ...(isLate ? { submissionsEndAt: halfway(moment, month.endsAt) } : {}),
  }
}

function halfway(from: Date, to: Date): Date {
  return new Date((from.getTime() + to.getTime()) / 2)
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}

export function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
