import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { GivenSubscriptionState, SubscriptionPaymentStatus } from '#lib/contract/subscriptions/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { readLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { launchOffer, submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { type Challenge, currentChallengeId, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { hasLaunchSlot, refundOf, standingOf, subscriptionObjection, type Taking } from './policy.ts'
import { hasEverPaid, lastPayment, type SubscriptionRow, withLastPayment } from './rows.ts'

export async function getSubscriptionState(dancerId: string): Promise<GivenSubscriptionState> {
  const moment = now()
  const challenge = await findCurrentChallenge(moment)
  if (!challenge)
    return {
      subscribed: false,
      payment_status: 'none',
      message: '',
      paybill: null,
      prompt: 'none',
      refund: null,
      challenge: null,
    }
  const [row, hasPaid, slots] = await Promise.all([
    withLastPayment(db())
      .where('s.challengeId', '=', challenge.id)
      .where('s.dancerId', '=', dancerId)
      .executeTakeFirst(),
    hasEverPaid(db(), dancerId),
    readLaunchSlots(db(), moment),
  ])
  // The dancer's own reservation does not take a slot from them.
  const takenByOthers = slots.taken - (row && slots.reservedBy.has(row.id) ? 1 : 0)
  const offer = launchOffer(challenge, hasPaid ? challenge.launchSlots : takenByOthers)
  const isPaid = row?.status === 'paid'
  const taking = row ? takingOf(row, challenge, slots, hasPaid, moment) : 'closed'
  const { status, message, prompt } = standingOf(isPaid, row ? lastPayment(row) : null, moment, taking)
  return {
    subscribed: isPaid,
    payment_status: status,
    message,
    paybill: row && taking === 'taken' && paysByHand(row.state, prompt) ? paybillOfLast(row) : null,
    prompt,
    refund: isPaid ? null : refundOf(row?.state ?? null),
    challenge: {
      id: challenge.id,
      title: challenge.title,
      subscription_fee: toShillings(offer.fee),
      is_launch_offer: offer.isOpen,
      is_open: submissionsAreOpen(challenge, moment),
      submissions_end_at: challenge.submissionsEndAt.toISOString(),
    },
  }
}

/** Whether the last payment would count now, by the rules of `isSubscriptionTaken`. */
function takingOf(
  row: SubscriptionRow,
  { phase, submissionsEndAt, launchSlots }: Challenge,
  slots: Awaited<ReturnType<typeof readLaunchSlots>>,
  hasPaid: boolean,
  moment: Date,
): Taking {
  const of = { status: row.status, phase, submissionsEndAt, deletedAt: null }
  if (subscriptionObjection(of, moment, moment)) return 'closed'
  if (!row.askedAsLaunch) return 'taken'
  if (hasPaid) return 'closed'
  return hasLaunchSlot({ id: row.id, launchSlots }, slots) ? 'taken' : 'without_slot'
}

/** Whether to show the Paybill: no prompt was sent, or none is known to be pending. */
function paysByHand(state: PaymentState | null, prompt: PromptStanding): boolean {
  return state === 'rejected' || prompt === 'unsure' || prompt === 'over'
}

/** @param amount in cents */
export function paybillOf(accountReference: string, amount: Cents) {
  return {
    business_number: env.MPESA_SHORTCODE,
    account_number: accountReference,
    amount: toShillings(amount),
  }
}

/** Uses the last request's amount: its account number accepts no other, even if the price changed. */
function paybillOfLast({ accountReference, askedAmount }: SubscriptionRow) {
  return accountReference && askedAmount ? paybillOf(accountReference, askedAmount) : null
}

/** Reads statuses for the current month by dancer; dancers without a subscription are absent. */
export async function readPaymentStatuses(
  dancerIds: readonly string[],
): Promise<Map<string, SubscriptionPaymentStatus>> {
  const moment = now()
  const found = await withLastPayment(db())
    .where('s.challengeId', '=', currentChallengeId(moment))
    .where('s.dancerId', '=', anyOf(dancerIds))
    .execute()
  return new Map(
    found.map((row) => [row.dancerId, standingOf(row.status === 'paid', lastPayment(row), moment).status]),
  )
}

/** Whether settlement would count the payment if made now. */
export async function isSubscriptionTaken(on: Queryable, intentId: string): Promise<boolean> {
  const moment = now()
  const row = await kysely(on)
    .selectFrom('subscriptionPayment as p')
    .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .innerJoin('appUser as u', 'u.id', 's.dancerId')
    .select(['p.isLaunch', 's.id', 's.status', 'c.phase', 'c.submissionsEndAt', 'c.launchSlots'])
    .select(['u.deletedAt', 's.dancerId'])
    .where('p.intentId', '=', intentId)
    .executeTakeFirst()
  if (row === undefined || subscriptionObjection(row, moment, moment)) return false
  if (!row.isLaunch) return true
  if (await hasEverPaid(on, row.dancerId)) return false
  return hasLaunchSlot({ id: row.id, launchSlots: row.launchSlots }, await readLaunchSlots(on, moment))
}

export async function dancersOfPayments(intentIds: readonly string[]): Promise<string[]> {
  const found = await kysely(db())
    .selectFrom('subscriptionPayment as p')
    .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
    .select('s.dancerId')
    .distinct()
    .where('p.intentId', '=', anyOf(intentIds))
    .execute()
  return found.map((row) => row.dancerId)
}
