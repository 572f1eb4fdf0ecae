import type { ExpressionWrapper } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { pendingStates, statesLiteral } from '#lib/domain/payments/states.ts'

/** The gifts' and subscriptions' payments of a month (its id) of which M-Pesa may still tell the outcome. */
export function openPaymentsOf(month: ExpressionWrapper<DB, never, string> | string, on: Queryable) {
  return kysely(on)
    .selectFrom('payment_intent as i')
    .leftJoin('gift as g', 'g.intent_id', 'i.id')
    .leftJoin('subscription_payment as p', 'p.intent_id', 'i.id')
    .leftJoin('subscription as s', 's.id', 'p.subscription_id')
    .where('i.state', 'in', statesLiteral(pendingStates))
    .where((eb) => eb.or([eb('g.challenge_id', '=', month), eb('s.challenge_id', '=', month)]))
}
