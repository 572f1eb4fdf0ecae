import type { PeriodAnswer, PeriodFigures } from '#lib/contract/overview/period.ts'
import { nairobiParts, nairobiTime, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { betweenJournals } from '#lib/domain/ledger/journal-range.ts'
import { dateOf, monthBefore } from './period-days.ts'
import { internalTypes } from './policy.ts'

/**
 * Reads the money of some days in Nairobi beside that of the same days of the month before, by M-Pesa's time for payments.
 *
 * - `gifts`, `subscriptions` and `topups` are what was paid in; gifts that were taken back are taken off, also from `votes`.
 * - `revenue` is what platform revenue got, without money that was only moved between our own wallets: its share of votes
 *   and of subscriptions, and `other` (differences, what was written off, and what the platform bore).
 * - `withdrawals`, `prizes`, `royalties` and `refunds` are what was paid out, on wallets or to phones.
 *
 * M-Pesa's own charges are not in our books.
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
  const before = monthBefore(first, last)
  const [figures, earlier] = await Promise.all([
    readFigures(first, last),
    readFigures(before.from, before.to),
  ])
  return { now: { from: first, to: last, figures }, before: { ...before, figures: earlier } }
}

async function readFigures(from: string, to: string): Promise<PeriodFigures> {
  const sums = await readSums(momentOf(from), momentOf(to, 1))
  const paid = (type: string): Cents =>
    sums.filter((one) => one.type === type).reduce((sum, { credited }) => sum + credited, 0n)
  const ours = (...types: string[]): Cents =>
    sums
      .filter(({ kind, type }) => kind === 'platform_revenue' && types.includes(type))
      .reduce((sum, { amount }) => sum + amount, 0n)
  const gifts = paid('gift') - paid('gift_taken_back')
  const revenue = ours(...new Set(sums.map(({ type }) => type)))
  const [ofVotes, ofSubscriptions] = [ours('gift', 'gift_taken_back'), ours('subscription')]
  return {
    votes: Number(gifts / VOTE_PRICE),
    gifts: toShillings(gifts),
    subscriptions: toShillings(paid('subscription')),
    topups: toShillings(paid('topup')),
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

/** Adds up what journals of these days moved, by their type and by the kind of account. */
function readSums(from: Date, until: Date) {
  return kysely(db())
    .with('picked', (query) =>
      query
        .selectFrom('journal')
        .select(['id', 'type'])
        .where('occurred_at', '>=', from)
        .where('occurred_at', '<', until)
        .where('type', 'not in', internalTypes),
    )
    .selectFrom('picked as p')
    .innerJoin('entry as e', 'e.journal_id', 'p.id')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['p.type', 'a.kind'])
    .select((eb) => {
      const amount = eb.fn.sum('e.amount')
      return [
        eb.cast<bigint>(amount, 'int8').as('amount'),
        eb
          .cast<bigint>(eb.fn.coalesce(amount.filterWhere('e.amount', '>', 0n), eb.lit(0)), 'int8')
          .as('credited'),
      ]
    })
    .where((eb) => betweenJournals(eb.ref('e.journal_id'), 'picked'))
    .groupBy(['p.type', 'a.kind'])
    .execute()
}

function momentOf(day: string, plus = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return nairobiTime(year, month, date + plus)
}
