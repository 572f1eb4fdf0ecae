import type { ExpressionWrapper } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
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

/** Waiting messages that are looked into; where there are more the inbox is in a burst, which is over in seconds. */
const MOST_WAITING = 1_000

/**
 * Whether a confirmation or a line of M-Pesa's statement waits in the inbox that tells of a payment before `endsAt`, whenever it
 * came itself, or whose time can not be told.
 */
export async function waitsPaidBefore(on: Queryable, endsAt: Date): Promise<boolean> {
  const waiting = await kysely(on)
    .selectFrom('callback_inbox')
    .select(['kind', 'body'])
    .where('processed_at', 'is', null)
    .where('kind', 'in', ['statement', 'c2b/confirmation'])
    .limit(MOST_WAITING)
    .execute()
  if (waiting.length === MOST_WAITING) return true
  return waiting.some(({ kind, body }) => {
    const reading = readCallback(kind, body, true, now())
    if (!('evidence' in reading) || reading.evidence.kind !== 'paid') return false
    return !reading.evidence.isTimeKnown || reading.evidence.paidAt < endsAt
  })
}
