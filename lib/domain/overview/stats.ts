import { type Expression, sql } from 'kysely'
import type { StatsStep, SystemStats } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { betweenJournals } from './journal-range.ts'
import { internalTypes } from './policy.ts'

/** How far each chart goes back, the running step included. */
const STEPS: Record<StatsStep, { seconds: number; count: number }> = {
  hour: { seconds: 60 * 60, count: 24 },
  day: { seconds: 24 * 60 * 60, count: 30 },
}

/**
 * Reads the series of the desk's charts over the last 24 hours or 30 days in Nairobi. Transactions and volume are counted as
 * in the overview; votes are those that the step's gifts have paid for, by M-Pesa's time.
 */
export async function readStats(step: StatsStep): Promise<SystemStats> {
  const { seconds, count } = STEPS[step]
  const moment = now()
  // An hour begins in Nairobi when it begins in UTC, a day does not.
  const running =
    step === 'day' ? nairobiDayStart(moment) : new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000)
  const from = addSeconds(running, -(count - 1) * seconds)
  const [money, traffic] = await Promise.all([
    readMoney(from, seconds, moment),
    readTraffic(from, seconds, moment),
  ])
  const series = Array.from({ length: count }, (_, slot) => {
    const paid = money.find((row) => row.slot === slot)
    const asked = traffic.find((row) => row.slot === slot)
    return {
      at: addSeconds(from, slot * seconds).toISOString(),
      transactions: paid?.transactions ?? 0,
      volume: toShillings(paid?.volume ?? 0n),
      votes: Number((paid?.gifts ?? 0n) / VOTE_PRICE),
      requests: asked?.requests ?? 0,
      errors: asked?.failures ?? 0,
    }
  })
  return { step, series }
}

/** Returns the index of the step that a moment belongs to. */
const slotOf = (moment: Expression<Date>, from: Date, seconds: number) =>
  sql<number>`floor(extract(epoch FROM ${moment} - ${from}::timestamptz) / ${seconds}::int)::int`

function readMoney(from: Date, seconds: number, until: Date) {
  return kysely(db())
    .with('picked', (query) =>
      query
        .selectFrom('journal')
        .select(['id', 'type'])
        .select((eb) => slotOf(eb.ref('occurred_at'), from, seconds).as('slot'))
        .where('occurred_at', '>=', from)
        .where('occurred_at', '<=', until)
        .where('type', 'not in', internalTypes),
    )
    .with('credited', (query) =>
      query
        .selectFrom('picked as p')
        .innerJoin('entry as e', 'e.journal_id', 'p.id')
        .select(['p.slot', 'p.type'])
        .select((eb) => eb.fn.sum('e.amount').as('cents'))
        .where('e.amount', '>', 0n)
        .where((eb) => betweenJournals(eb.ref('e.journal_id'), 'picked'))
        .groupBy(['p.slot', 'p.type']),
    )
    .with('counted', (query) =>
      query
        .selectFrom('picked')
        .select('slot')
        .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('transactions'))
        .groupBy('slot'),
    )
    .selectFrom('counted as t')
    .leftJoin('credited as c', 'c.slot', 't.slot')
    .select(['t.slot', 't.transactions'])
    .select((eb) => {
      const cents = eb.fn.sum('c.cents')
      const ofGifts = cents.filterWhere('c.type', '=', 'gift')
      return [
        eb.cast<bigint>(eb.fn.coalesce(cents, eb.lit(0)), 'int8').as('volume'),
        eb.cast<bigint>(eb.fn.coalesce(ofGifts, eb.lit(0)), 'int8').as('gifts'),
      ]
    })
    .groupBy(['t.slot', 't.transactions'])
    .execute()
}

function readTraffic(from: Date, seconds: number, until: Date) {
  return kysely(db())
    .with('picked', (query) =>
      query
        .selectFrom('request_minute')
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
