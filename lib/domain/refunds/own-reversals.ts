import { expressionBuilder, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

const of = expressionBuilder<DB & { v: DB['mpesaReversal']; f: DB['refund'] }, 'v' | 'f'>()

/** SQL: whether another reversal of the payment of `v` is closed. */
const isOtherClosed = of.exists(
  of
    .selectFrom('mpesaReversal as o')
    .select('o.receipt')
    .whereRef('o.payment', '=', 'v.payment')
    .whereRef('o.receipt', '<>', 'v.receipt')
    .where('o.closedAt', 'is not', null),
)

/**
 * SQL: whether the reversal `v` in M-Pesa's statement is the refund `f`. A completed refund has one reversal:
 * further ones of its payment are for people.
 */
export const isOfRefund = of.or([
  of('f.proof', '=', of.ref('v.receipt')),
  of.and([
    of('f.receipt', '=', of.ref('v.payment')),
    of('f.method', '=', sql.lit('reversal')),
    of('f.state', '<>', sql.lit('failed')),
    of('f.proof', 'is', null),
    of.or([
      of('f.state', '<>', sql.lit('done')),
      of.and([of('f.amount', '=', of.ref('v.amount')), of.not(isOtherClosed)]),
    ]),
  ]),
])

/**
 * SQL: whether payout refund `f` is unsent, while M-Pesa's statement lists an open reversal of its payment:
 * sending it would refund twice.
 */
export const isReversedUnsent = of.and([
  of('f.state', '=', sql.lit('requested')),
  of('f.method', '=', sql.lit('b2c')),
  of.exists(
    of
      .selectFrom('mpesaReversal as r')
      .select('r.receipt')
      .whereRef('r.payment', '=', 'f.receipt')
      .where('r.closedAt', 'is', null),
  ),
])

const ofRefund = expressionBuilder<DB & { f: DB['refund'] }, 'f'>()

/**
 * SQL: when M-Pesa reversed the payment of refund `f` by itself; null for a refund that Ngoma has sent. Its
 * row only books the reversal, once two people have decided.
 */
export const reversedByMpesaAt = ofRefund
  .case()
  .when(
    ofRefund.and([
      ofRefund('f.attemptId', 'is', null),
      ofRefund('f.method', '=', sql.lit('reversal')),
      ofRefund('f.state', '=', sql.lit('done')),
    ]),
  )
  .then(
    ofRefund
      .selectFrom('mpesaReversal as m')
      .select('m.reversedAt')
      .where('m.receipt', '=', ofRefund.fn.coalesce('f.proof', 'f.receipt'))
      .$asScalar(),
  )
  .end()

/** SQL: the reason of refund `f` if it only books a reversal by M-Pesa. */
export const reversalReason = ofRefund
  .case()
  .when(reversedByMpesaAt, 'is not', null)
  .then(sql.lit('given_back'))
  .end()
