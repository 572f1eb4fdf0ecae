import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { earlier, monthOf } from './dates.ts'
import { type Cast, type MonthScript, writeMonth } from './write-month.ts'

/** Seconds of tallying after a month's end. */
const CLOSING_TAKES = 2 * 3_600

/**
 * Writes two closed months and the current one. With existing challenges it only closes ended months and adds
 * the current one.
 * @returns whether anything was written
 */
export async function seedMonths(on: Queryable, today: Date, cast: Cast): Promise<boolean> {
  const known = await kysely(on).selectFrom('challenge').select('id').limit(1).executeTakeFirst()
  const before = known ? await closeEnded(on, today) : await writeHistory(on, today, cast)
  const current = await writeMonth(on, runningMonth(today), cast)
  return before || current !== null
}

function runningMonth(today: Date): MonthScript {
  const size = { approved: 34, pending: 3, rejected: 2, gifts: 1_050, playsOffline: true }
  return { month: monthOf(today), until: today, share: 0.92, size }
}

async function writeHistory(on: Queryable, today: Date, cast: Cast): Promise<boolean> {
  const over = (month: MonthCalendar, share: number, approved: number, rejected: number, gifts: number) => ({
    month,
    until: month.endsAt,
    share,
    size: { approved, rejected, pending: 0, gifts, playsOffline: false },
  })
  const scripts = [over(monthOf(today, -2), 0.62, 23, 1, 560), over(monthOf(today, -1), 0.78, 28, 2, 790)]
  for (const script of scripts) {
    const id = await writeMonth(on, script, cast)
    if (id) await closeMonth(on, id, closedAt(script.month.endsAt, today))
  }
  return true
}

async function closeEnded(on: Queryable, today: Date): Promise<boolean> {
  const ended = await kysely(on)
    .selectFrom('challenge')
    .select(['id', 'endsAt'])
    .where('phase', '<>', 'closed')
    .where('endsAt', '<=', today)
    .orderBy('month')
    .execute()
  for (const { id, endsAt } of ended) await closeMonth(on, id, closedAt(endsAt, today))
  return ended.length > 0
}

function closedAt(end: Date, today: Date): Date {
  return earlier(today, addSeconds(end, CLOSING_TAKES))
}
