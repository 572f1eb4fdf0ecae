import type { Expression, ExpressionBuilder } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { earningTypes } from './policy.ts'

/** Entries `e` with journals `j`. */
type Entries = DB & { e: DB['entry']; j: DB['journal'] }

/**
 * SQL: the sums that wallets and snapshots have: cents in total, earned, and spent on votes; the number of
 * entries and the newest payment time.
 */
export function sumsOf(eb: ExpressionBuilder<Entries, 'e' | 'j'>) {
  const cents = (sum: Expression<unknown>) => eb.cast<bigint>(eb.fn.coalesce(sum, eb.lit(0)), 'bigint')
  const spent = eb.fn.sum('e.amount').filterWhere('j.type', '=', 'gift').filterWhere('e.amount', '<', 0n)
  return [
    cents(eb.fn.sum('e.amount')).as('moved'),
    cents(eb.fn.sum('e.amount').filterWhere('j.type', 'in', earningTypes)).as('earned'),
    cents(eb.neg(spent)).as('spentOnVotes'),
    eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    eb.fn.max<Date | null>('j.occurredAt').as('lastAt'),
  ] as const
}
