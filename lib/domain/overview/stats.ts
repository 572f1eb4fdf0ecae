import { type Expression, sql } from 'kysely'
import type { StatsStep, SystemStats } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { netVotes, readShownSteps, turnoverOf } from './shown-steps.ts'

/** Steps of each chart, including the current step. */
const STEPS: Record<StatsStep, { seconds: number; count: number }> = {
  hour: { seconds: 60 * 60, count: 24 },
  day: { seconds: 24 * 60 * 60, count: 30 },
}

/**
 * Reads the last 24 hours or 30 days in Nairobi, counted as in the overview. Votes count in the step in which
 * M-Pesa received the gift, and are subtracted in the step of a hold or refund.
 */
export async function readStats(step: StatsStep): Promise<SystemStats> {
  const { seconds, count } = STEPS[step]
  const moment = now()
  // Hours start at the same time in Nairobi and UTC; days do not.
  const running =
    step === 'day' ? nairobiDayStart(moment) : new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000)
  const from = addSeconds(running, -(count - 1) * seconds)
  const [money, traffic] = await Promise.all([
    readShownSteps(from, moment, seconds),
    readTraffic(from, seconds, moment),
  ])
  const series = Array.from({ length: count }, (_, slot) => {
    const at = addSeconds(from, slot * seconds)
    const paid = money.filter((one) => one.at.getTime() === at.getTime())
    const { transactions, volume } = turnoverOf(paid)
    const asked = traffic.find((row) => row.slot === slot)
    return {
      at: at.toISOString(),
      transactions,
      volume: toShillings(volume),
      votes: netVotes(paid),
      requests: asked?.requests ?? 0,
      errors: asked?.failures ?? 0,
    }
  })
  return { step, series }
}

const slotOf = (moment: Expression<Date>, from: Date, seconds: number) =>
  sql<number>`floor(extract(epoch FROM ${moment} - ${from}::timestamptz) / ${seconds}::int)::int`

function readTraffic(from: Date, seconds: number, until: Date) {
  return kysely(db())
    .with('picked', (query) =>
      query
        .selectFrom('requestMinute')
        .select(['requests', 'failures'])
        .select((eb) => slotOf(eb.ref('minute'), from, seconds).as('slot'))
        .where('minute', '>=', from)
        .where('minute', '<=', until),
    )
    .selectFrom('picked')
    .select('slot')
    .select((eb) => [
      eb.cast<number>(eb.fn.sum('requests'), 'int4').as('requests'),
      eb.cast<number>(eb.fn.sum('failures'), 'int4').as('failures'),
    ])
    .groupBy('slot')
    .execute()
}
