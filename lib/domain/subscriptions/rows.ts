import { firstRow, type Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import type { LastPayment } from './policy.ts'

/** SQL: the newest payment of the subscription `s`, to be joined laterally. */
export const lastPaymentOf = `SELECT i.state::text AS state, i.result_code, i.created_at, i.submitted_at, i.confirmed_at, i.account_reference,
    i.checkout_request_id IS NOT NULL AS can_be_asked
  FROM subscription_payment p JOIN payment_intent i ON i.id = p.intent_id
  WHERE p.subscription_id = s.id ORDER BY p.created_at DESC, p.intent_id DESC LIMIT 1`

export type SubscriptionRow = {
  id: string
  status: 'pending' | 'paid' | 'failed'
  state: PaymentState | null
  result_code: string | null
  payment_created_at: Date | null
  submitted_at: Date | null
  confirmed_at: Date | null
  can_be_asked: boolean | null
}

/** SQL: the columns of `SubscriptionRow` about the newest payment, which is joined as `i`. */
export const lastPaymentColumns =
  'i.state, i.result_code, i.created_at AS payment_created_at, i.submitted_at, i.confirmed_at, i.can_be_asked'

/** The newest payment in a row, or null. */
export function lastPayment(row: Omit<SubscriptionRow, 'id' | 'status'>): LastPayment | null {
  if (!row.state || !row.payment_created_at) return null
  return {
    state: row.state,
    resultCode: row.result_code,
    createdAt: row.payment_created_at,
    submittedAt: row.submitted_at,
    confirmedAt: row.confirmed_at,
    canBeAsked: row.can_be_asked ?? false,
  }
}

/**
 * Opens a dancer's subscription where there is none, and locks it: payments of one subscription are asked for, and
 * credited, one after the other.
 */
export async function lockSubscription(
  on: Queryable,
  of: { id: string; challengeId: string; dancerId: string; amount: Cents; moment: Date },
): Promise<SubscriptionRow> {
  await on.query({
    name: 'subscription-open',
    text: `INSERT INTO subscription (id, challenge_id, dancer_id, amount, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (challenge_id, dancer_id) DO NOTHING`,
    values: [of.id, of.challengeId, of.dancerId, of.amount, of.moment],
  })
  await on.query({
    name: 'subscription-lock',
    text: 'SELECT 1 FROM subscription WHERE challenge_id = $1 AND dancer_id = $2 FOR NO KEY UPDATE',
    values: [of.challengeId, of.dancerId],
  })
  // A statement of its own after the lock: it has to see a payment that was asked for meanwhile.
  const row = await firstRow<SubscriptionRow>(on, {
    name: 'subscription-locked',
    text: `SELECT s.id, s.status::text, ${lastPaymentColumns}
      FROM subscription s LEFT JOIN LATERAL (${lastPaymentOf}) i ON true
      WHERE s.challenge_id = $1 AND s.dancer_id = $2`,
    values: [of.challengeId, of.dancerId],
  })
  if (!row) throw new Error('a subscription that was just opened is not there')
  return row
}

/** SQL over a dancer's id: whether they ever paid for a month; the launch fee is for those who did not. */
export function hasEverPaid(dancerId: string): string {
  return `EXISTS (SELECT FROM subscription WHERE dancer_id = ${dancerId} AND status = 'paid')`
}
