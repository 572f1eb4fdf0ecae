import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { SubscriptionPaymentStatus, SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { toShillings } from '#lib/core/money.ts'
import { launchSlotsTaken, reservedSince } from '#lib/domain/challenges/launch-slots.ts'
import { launchOffer, submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { type Challenge, findCurrentChallenge, newestRunning } from '#lib/domain/challenges/queries.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { standingOf } from './policy.ts'
import { hasEverPaid, lastPayment, lastPaymentColumns, lastPaymentOf, type SubscriptionRow } from './rows.ts'

type StateRow = SubscriptionRow & { account_reference: string | null }

/** How a dancer stands with the month's challenge, and what they would pay. */
export async function getSubscriptionState(dancerId: string): Promise<SubscriptionState> {
  const moment = now()
  const challenge = await findCurrentChallenge(moment)
  if (!challenge)
    return {
      subscribed: false,
      payment_status: 'none',
      message: '',
      paybill: null,
      prompt: 'none',
      challenge: null,
    }
  const [row, offer] = await Promise.all([
    readSubscription(challenge.id, dancerId),
    offerTo(dancerId, challenge, moment),
  ])
  const isPaid = row?.status === 'paid'
  const { status, message, prompt } = standingOf(isPaid, row ? lastPayment(row) : null, moment)
  return {
    subscribed: isPaid,
    payment_status: status,
    message,
    paybill:
      row?.account_reference && paysByHand(row.state, prompt) ? paybillOf(row.account_reference) : null,
    prompt,
    challenge: {
      id: challenge.id,
      title: challenge.title,
      subscription_fee: toShillings(offer.fee),
      is_launch_offer: offer.isOpen,
      is_open: submissionsAreOpen(challenge, moment),
    },
  }
}

/** Where no prompt was sent, or none is known to wait for the payer. */
function paysByHand(state: PaymentState | null, prompt: PromptStanding): boolean {
  return state === 'rejected' || prompt === 'unsure' || prompt === 'over'
}

/** How to pay a payment by hand. */
export function paybillOf(accountReference: string) {
  return { business_number: env.MPESA_SHORTCODE, account_number: accountReference }
}

function readSubscription(challengeId: string, dancerId: string): Promise<StateRow | undefined> {
  return firstRow(db(), {
    name: 'subscription-state',
    text: `SELECT s.id, s.status::text, ${lastPaymentColumns}, i.account_reference
      FROM subscription s LEFT JOIN LATERAL (${lastPaymentOf}) i ON true
      WHERE s.challenge_id = $1 AND s.dancer_id = $2`,
    values: [challengeId, dancerId],
  })
}

/** The launch offer as it stands for this dancer: a slot that they hold themselves is theirs. */
async function offerTo(dancerId: string, challenge: Challenge, moment: Date) {
  const row = await firstRow<{ has_paid: boolean; taken: number; has_reserved: boolean }>(db(), {
    name: 'subscription-offer',
    text: `SELECT ${hasEverPaid('$1')} AS has_paid, ${launchSlotsTaken('$2')} AS taken,
      EXISTS (SELECT FROM subscription_payment p JOIN subscription s ON s.id = p.subscription_id
        JOIN payment_intent i ON i.id = p.intent_id
        WHERE s.challenge_id = $3 AND s.dancer_id = $1 AND p.is_launch AND p.created_at > $2
          AND i.state NOT IN ('declined', 'refund_pending', 'refunded')) AS has_reserved`,
    values: [dancerId, reservedSince(moment), challenge.id],
  })
  const takenByOthers = (row?.taken ?? 0) - (row?.has_reserved ? 1 : 0)
  return launchOffer(challenge, row?.has_paid ? challenge.launchSlots : takenByOthers)
}

/** How these dancers stand with the month's challenge; who never joined is left out. */
export async function readPaymentStatuses(
  dancerIds: readonly string[],
): Promise<Map<string, SubscriptionPaymentStatus>> {
  const moment = now()
  const found = await rows<SubscriptionRow & { dancer_id: string }>(db(), {
    name: 'subscription-statuses',
    text: `SELECT s.id, s.dancer_id, s.status::text, ${lastPaymentColumns}
      FROM subscription s LEFT JOIN LATERAL (${lastPaymentOf}) i ON true
      WHERE s.challenge_id = (SELECT id ${newestRunning('$2')}) AND s.dancer_id = ANY($1::uuid[])`,
    values: [dancerIds, moment],
  })
  return new Map(
    found.map((row) => [row.dancer_id, standingOf(row.status === 'paid', lastPayment(row), moment).status]),
  )
}

/** The dancers whose subscriptions these payments are for. */
export async function dancersOfPayments(intentIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ dancer_id: string }>(db(), {
    name: 'subscription-dancers-of-payments',
    text: `SELECT DISTINCT s.dancer_id FROM subscription_payment p JOIN subscription s ON s.id = p.subscription_id
      WHERE p.intent_id = ANY($1::uuid[])`,
    values: [intentIds],
  })
  return found.map((row) => row.dancer_id)
}
