import { type ExpressionWrapper, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
import type { ReviewReason } from '#lib/domain/payments/schema.ts'
import { pendingStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { openReversals } from '#lib/domain/reconciliation/read-reversals.ts'

/** Gifts and subscriptions of a month (its id) whose outcome M-Pesa may still report. */
export function openPaymentsOf(month: ExpressionWrapper<DB, never, string> | string, on: Queryable) {
  return kysely(on)
    .selectFrom('paymentIntent as i')
    .leftJoin('gift as g', 'g.intentId', 'i.id')
    .leftJoin('subscriptionPayment as p', 'p.intentId', 'i.id')
    .leftJoin('subscription as s', 's.id', 'p.subscriptionId')
    .where('i.state', 'in', statesLiteral(pendingStates))
    .where((eb) => eb.or([eb('g.challengeId', '=', month), eb('s.challengeId', '=', month)]))
}

/** Review reasons of gifts that people may count. Others can only be refunded (docs/decisions/0010). */
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
 * Gifts of a month (its id) that two people could still count: paid before its end, and before their video's
 * withdrawal. Subscriptions are not included, because after the end of submissions they are only refunded.
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
      // The time by which people would count the gift: without a receipt, the prompt's
      // (lib/domain/reconciliation/actions.ts).
      const paidAt = eb.fn.coalesce(receipt, 'i.submittedAt', 'i.createdAt')
      return eb.and([
        eb(paidAt, '<', eb.ref('m.endsAt')),
        eb.or([eb('v.withdrawnAt', 'is', null), eb(paidAt, '<', eb.ref('v.withdrawnAt'))]),
      ])
    })
}

/**
 * Counted gifts of a month (its id) that M-Pesa reversed, undecided by two people. `heldGiftsOf` has the held
 * gifts among the reversed.
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

/** Most messages checked; a longer inbox is a burst, which is settled in seconds. */
const MOST_WAITING = 1_000

/**
 * Whether the inbox has a confirmation or statement line of a payment before `endsAt`, or of an unknown time.
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
