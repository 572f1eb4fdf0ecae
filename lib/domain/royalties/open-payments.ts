import { type ExpressionWrapper, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
import type { ReviewReason } from '#lib/domain/payments/schema.ts'
import { pendingStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { openReversals } from '#lib/domain/reconciliation/read-reversals.ts'

/** The gifts' and subscriptions' payments of a month (its id) of which M-Pesa may still tell the outcome. */
export function openPaymentsOf(month: ExpressionWrapper<DB, never, string> | string, on: Queryable) {
  return kysely(on)
    .selectFrom('paymentIntent as i')
    .leftJoin('gift as g', 'g.intentId', 'i.id')
    .leftJoin('subscriptionPayment as p', 'p.intentId', 'i.id')
    .leftJoin('subscription as s', 's.id', 'p.subscriptionId')
    .where('i.state', 'in', statesLiteral(pendingStates))
    .where((eb) => eb.or([eb('g.challengeId', '=', month), eb('s.challengeId', '=', month)]))
}

/** Why a gift waits for people who may let it count. What waits for another reason can only be sent back (docs/decisions/0010). */
const countableReasons = [
  'fraud_hold',
  'own_phone_masked',
  'phone_day_limit',
  'video_withdrawn',
  'dancer_inactive',
  'receipt_reused',
  'given_back',
  'signal_hold',
] as const satisfies readonly ReviewReason[]

/**
 * The gifts of a month (its id) that wait for two people who could still count them: they were paid before its end, and before
 * their video was withdrawn. Subscriptions are none of them, because after submissions have closed they only go back.
 */
export function heldGiftsOf(month: ExpressionWrapper<DB, never, string> | string, on: Queryable) {
  return kysely(on)
    .selectFrom('paymentIntent as i')
    .innerJoin('gift as g', 'g.intentId', 'i.id')
    .innerJoin('challenge as m', 'm.id', 'g.challengeId')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .where('g.challengeId', '=', month)
    .where('i.state', '=', sql.lit('review'))
    .where('i.reviewReason', 'in', countableReasons)
    .where('u.deletedAt', 'is', null)
    .where((eb) => {
      const receipt = eb
        .selectFrom('mpesaReceipt as r')
        .select('r.paidAt')
        .whereRef('r.intentId', '=', 'i.id')
        .where('r.status', '=', 'unmatched')
        .orderBy('r.paidAt')
        .limit(1)
      // As people would count it: where no receipt is known, by when its prompt was sent (lib/domain/reconciliation/actions.ts).
      const paidAt = eb.fn.coalesce(receipt, 'i.submittedAt', 'i.createdAt')
      return eb.and([
        eb(paidAt, '<', eb.ref('m.endsAt')),
        eb.or([eb('v.withdrawnAt', 'is', null), eb(paidAt, '<', eb.ref('v.withdrawnAt'))]),
      ])
    })
}

/**
 * The counted gifts of a month (its id) that M-Pesa has given back by itself, about which two people have not decided yet. A held
 * gift is among the held ones.
 */
export function reversedGiftsOf(month: ExpressionWrapper<DB, never, string> | string, on: Queryable) {
  return openReversals(kysely(on))
    .innerJoin('mpesaReceipt as r', 'r.receipt', 'v.payment')
    .innerJoin('paymentIntent as i', 'i.id', 'r.intentId')
    .innerJoin('gift as g', 'g.intentId', 'i.id')
    .where('g.challengeId', '=', month)
    .where('i.state', '=', sql.lit('credited'))
    .where('r.status', 'in', statesLiteral(['credited', 'claimed']))
}

/** Waiting messages that are looked into; where there are more the inbox is in a burst, which is over in seconds. */
const MOST_WAITING = 1_000

/**
 * Whether a confirmation or a line of M-Pesa's statement waits in the inbox that tells of a payment before `endsAt`, whenever it
 * came itself, or whose time can not be told.
 */
export async function waitsPaidBefore(on: Queryable, endsAt: Date): Promise<boolean> {
  const waiting = await kysely(on)
    .selectFrom('callbackInbox')
    .select(['kind', 'body'])
    .where('processedAt', 'is', null)
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
