import { sql } from 'kysely'
import type { Today } from '#lib/contract/overview/today.ts'
import { waiting } from '#lib/contract/overview/waiting.ts'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { readHourlyRevenue } from '#lib/domain/ledger/hour-revenue.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { readQueues } from '#lib/domain/review/stats.ts'
import { oldestOf } from './oldest-waiting.ts'
import { internalTypes } from './policy.ts'
import { netVotes, readShownSteps } from './shown-steps.ts'
import { countWaiting } from './waiting.ts'

/** Reads today in Nairobi: hours against last week, prompts, and pending decisions. */
export async function readToday(): Promise<Today> {
  const [hours, prompts, items] = await Promise.all([readHours(), readPrompts(), readWaiting()])
  return { hours, prompts, waiting: items }
}

const HOUR = 60 * 60
const WEEK = 7 * 24 * HOUR

async function readHours(): Promise<Today['hours']> {
  const moment = now()
  const start = nairobiDayStart(moment)
  const [present, past] = await Promise.all([readDay(start), readDay(addSeconds(start, -WEEK))])
  return Array.from({ length: 24 }, (_, hour) => {
    const at = addSeconds(start, hour * HOUR)
    const before = past(addSeconds(at, -WEEK))
    const [votes, revenue] = at > moment ? [null, null] : [present(at).votes, present(at).revenue]
    return {
      at: at.toISOString(),
      votes,
      revenue,
      votes_before: before.votes,
      revenue_before: before.revenue,
    }
  })
}

/** Reads a day by hour. Votes count as in stats.ts. */
async function readDay(start: Date) {
  const end = addSeconds(start, 24 * HOUR)
  const [steps, revenue] = await Promise.all([
    readShownSteps(start, addSeconds(end, -0.001), HOUR),
    readHourlyRevenue(start, end),
  ])
  const shown = revenue.filter(({ type }) => !internalTypes.some((internal) => internal === type))
  return (at: Date) => {
    const ours = shown.filter(({ hour }) => hour.getTime() === at.getTime())
    return {
      votes: netVotes(steps.filter((step) => step.at.getTime() === at.getTime())),
      revenue: toShillings(ours.reduce((sum, { amount }) => sum + amount, 0n)),
    }
  }
}

const standingOf: Readonly<Record<PaymentState, 'paid' | 'pending' | 'unknown' | 'declined' | 'not_sent'>> = {
  created: 'pending',
  submitting: 'pending',
  awaiting: 'pending',
  verifying: 'pending',
  submit_unknown: 'unknown',
  unresolved: 'unknown',
  declined: 'declined',
  rejected: 'not_sent',
  // The prompt was paid, wherever the money is now.
  credited: 'paid',
  review: 'paid',
  refund_pending: 'paid',
  refunded: 'paid',
}

async function readPrompts(): Promise<Today['prompts']> {
  const found = await kysely(db())
    .selectFrom('paymentIntent')
    .where('createdAt', '>=', nairobiDayStart(now()))
    .where('channel', '=', sql.lit('prompt' as const))
    .groupBy(['state', 'resultCode'])
    .select(['state', 'resultCode'])
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .execute()
  const rows = found.map((row) => ({ ...row, standing: standingOf[row.state] }))
  const sum = (standing?: string) =>
    rows.reduce((all, row) => all + (standing && row.standing !== standing ? 0 : row.count), 0)
  const reasonsOf = (standing: string, reasonOf: (code: string | null) => string) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      if (row.standing !== standing) continue
      const reason = reasonOf(row.resultCode)
      counts.set(reason, (counts.get(reason) ?? 0) + row.count)
    }
    return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  }
  return {
    asked: sum(),
    paid: sum('paid'),
    pending: sum('pending'),
    unknown: sum('unknown'),
    declined: sum('declined'),
    not_sent: sum('not_sent'),
    declined_by: reasonsOf('declined', (code) => failureOfCode(code ?? '')),
    not_sent_by: reasonsOf('not_sent', failureOfUnsent),
  }
}

async function readWaiting(): Promise<Today['waiting']> {
  const [counts, queues] = await Promise.all([countWaiting(), readQueues()])
  const desk = await Promise.all(
    waiting.answer.keyof().options.map(async (part) => ({
      part,
      count: counts[part],
      oldest: counts[part] > 0 ? await oldestOf(part) : null,
    })),
  )
  const officers = [
    { part: 'kyc' as const, ...queues.kyc },
    { part: 'tracks' as const, ...queues.tracks },
    { part: 'videos' as const, ...queues.videos },
    { part: 'open_signals' as const, ...queues.signals },
    { part: 'comments' as const, ...queues.comments },
  ]
  const time = (oldest: Date | null) => oldest?.getTime() ?? Number.MAX_SAFE_INTEGER
  return [...desk, ...officers]
    .filter(({ count }) => count > 0)
    .sort((a, b) => time(a.oldest) - time(b.oldest))
    .map(({ part, count, oldest }) => ({ part, count, since: oldest?.toISOString() ?? null }))
}
