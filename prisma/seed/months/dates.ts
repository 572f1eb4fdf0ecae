import { addSeconds } from '#lib/core/clock.ts'
import { calendarOf, type MonthCalendar } from '#lib/domain/challenges/calendar.ts'

const DAY_SECONDS = 86_400
const DAYS = { votingStarts: 8, submissionsClose: 24 }

/**
 * Voting opens on day 8, or before `moment`, because the demo must always show votes. If submissions end
 * within a day or are over, they stay open for half of the remaining month.
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
