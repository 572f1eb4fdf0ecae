import type { StatsStep, SystemStats } from '#lib/contract/overview/calls.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { internalTypes } from './policy.ts'

/** How far each chart goes back, the running step included. */
const STEPS: Record<StatsStep, { seconds: number; count: number }> = {
  hour: { seconds: 60 * 60, count: 24 },
  day: { seconds: 24 * 60 * 60, count: 30 },
}

/** Cents of a vote. */
const VOTE = 5_000n

type Row = { slot: number; transactions: number; volume: bigint; gifts: bigint }
type Traffic = { slot: number; requests: number; failures: number }

/**
 * The series of the desk's charts over the last 24 hours or 30 days (Nairobi's). Transactions and volume as in the overview; votes
 * are those that gifts of the step have paid for, by M-Pesa's time.
 */
export async function readStats(step: StatsStep): Promise<SystemStats> {
  const { seconds, count } = STEPS[step]
  const moment = now()
  // Nairobi's hours begin with everybody's, its days do not.
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
      votes: Number((paid?.gifts ?? 0n) / VOTE),
      requests: asked?.requests ?? 0,
      errors: asked?.failures ?? 0,
    }
  })
  return { step, series }
}

const SLOT = (column: string) => `floor(extract(epoch FROM ${column} - $1::timestamptz) / $2::int)::int`

function readMoney(from: Date, seconds: number, until: Date): Promise<Row[]> {
  return rows(
    db(),
    `WITH picked AS (
        SELECT id, type, ${SLOT('occurred_at')} AS slot FROM journal
        WHERE occurred_at >= $1 AND occurred_at <= $3 AND type <> ALL ($4)
      ), credited AS (
        SELECT p.slot, p.type, sum(e.amount) AS cents FROM picked p JOIN entry e ON e.journal_id = p.id
        WHERE e.amount > 0 GROUP BY p.slot, p.type
      ), counted AS (SELECT slot, count(*)::int AS transactions FROM picked GROUP BY slot)
      SELECT t.slot, t.transactions, coalesce(sum(c.cents), 0)::bigint AS volume,
        coalesce(sum(c.cents) FILTER (WHERE c.type = 'gift'), 0)::bigint AS gifts
      FROM counted t LEFT JOIN credited c ON c.slot = t.slot GROUP BY t.slot, t.transactions`,
    [from, seconds, until, internalTypes],
  )
}

function readTraffic(from: Date, seconds: number, until: Date): Promise<Traffic[]> {
  return rows(
    db(),
    `SELECT ${SLOT('minute')} AS slot, sum(requests)::int AS requests, sum(failures)::int AS failures
      FROM request_minute WHERE minute >= $1 AND minute <= $3 GROUP BY 1`,
    [from, seconds, until],
  )
}
