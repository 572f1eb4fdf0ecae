import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

/** The receipt that paid for the payment `i` of a query. */
export function receiptOf(eb: ExpressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>) {
  return eb
    .selectFrom('mpesaReceipt as r')
    .select('r.receipt')
    .whereRef('r.intentId', '=', 'i.id')
    .where('r.status', 'in', sql<'credited' | 'claimed'>`('credited', 'claimed')`)
    .limit(1)
}
