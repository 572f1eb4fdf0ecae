import { PERIOD_DAYS_MAX, type PeriodAnswer, type PeriodFigures } from '#lib/contract/overview/period.ts'
import { addSeconds, nairobiMidnight, nairobiParts, now } from '#lib/core/clock.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import { readRevenue } from '#lib/domain/ledger/hour-revenue.ts'
import { voteJournals } from '#lib/domain/ledger/schema.ts'
import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'
import { dateOf, internalTypes, monthBefore } from './policy.ts'
import { netGifts, netVotes, readShownSteps } from './shown-steps.ts'

/**
 * Reads the money of a range of days in Nairobi, and of the same days a month earlier. Payments count at
 * M-Pesa's time.
 *
 * - `votes`, `gifts`, `subscriptions` and `topups`: paid in, minus reversals.
 * - `revenue`: credits of platform revenue, without moves between system wallets; `revenue_other` has
 *   differences, write-offs and losses that the platform bore.
 * - `withdrawals`, `prizes`, `royalties` and `refunds`: paid out, to wallets or phones.
 *
 * Charges of M-Pesa and the bank have separate accounts and are not subtracted.
 * @throws ValidationError on `to` if it is before `from` or too many days later
 */
export async function readPeriod({
  from,
  to,
}: {
  from?: string | undefined
  to?: string | undefined
}): Promise<PeriodAnswer> {
  const today = nairobiParts(now())
  const last = to ?? dateOf(today.year, today.month, today.day)
  const [year = today.year, month = today.month] = last.split('-').map(Number)
  const first = from ?? dateOf(year, month, 1)
  refuseDays(first, last)
  const before = monthBefore(first, last)
  const [figures, earlier] = await Promise.all([
    readFigures(first, last),
    readFigures(before.from, before.to),
  ])
  return { now: { from: first, to: last, figures }, before: { ...before, figures: earlier } }
}

function refuseDays(first: string, last: string): void {
  if (last < first) throw new ValidationError({ to: 'period_reversed' })
  if (secondsBetween(nairobiMidnight(first), nairobiMidnight(last, 1)) > PERIOD_DAYS_MAX * DAY_SECONDS)
    throw new ValidationError({ to: say('period_too_long', { days: PERIOD_DAYS_MAX }) })
}

async function readFigures(from: string, to: string): Promise<PeriodFigures> {
  const [since, until] = [nairobiMidnight(from), nairobiMidnight(to, 1)]
  // Reads the whole period as one step; minus 1 ms, because the next period starts at `until`.
  const [steps, platform] = await Promise.all([
    readShownSteps(since, addSeconds(until, -0.001), secondsBetween(since, until)),
    readRevenue(since, until),
  ])
  const paid = (type: string): Cents => steps.find((one) => one.type === type)?.credited ?? 0n
  const ours = (...types: string[]): Cents =>
    types.reduce((sum, type) => sum + (platform.get(type) ?? 0n), 0n)
  // Journal types are named after purposes: a new purpose does not compile without its figure here.
  const paidFor: Readonly<Record<PaymentPurpose, Cents>> = {
    gift: netGifts(steps),
    subscription: paid('subscription') - paid('subscription_taken_back'),
    topup: paid('topup') - paid('topup_taken_back'),
  }
  for (const type of internalTypes) platform.delete(type)
  const revenue = ours(...platform.keys())
  const [ofVotes, ofSubscriptions] = [ours(...voteJournals), ours('subscription', 'subscription_taken_back')]
  return {
    votes: netVotes(steps),
    gifts: toShillings(paidFor.gift),
    subscriptions: toShillings(paidFor.subscription),
    topups: toShillings(paidFor.topup),
    revenue: toShillings(revenue),
    revenue_votes: toShillings(ofVotes),
    revenue_subscriptions: toShillings(ofSubscriptions),
    revenue_other: toShillings(revenue - ofVotes - ofSubscriptions),
    withdrawals: toShillings(paid('withdrawal')),
    prizes: toShillings(paid('prize')),
    royalties: toShillings(paid('royalty')),
    refunds: toShillings(paid('refund')),
  }
}

const DAY_SECONDS = 24 * 60 * 60

function secondsBetween(from: Date, until: Date): number {
  return (until.getTime() - from.getTime()) / 1_000
}
