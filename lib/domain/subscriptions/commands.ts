import { randomInt } from 'node:crypto'
import { now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { findChallenge } from '#lib/domain/challenges/queries.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { submitPromptJob } from '#lib/domain/payments/jobs.ts'
import { type AskingPrice, decidePrice } from './asking-price.ts'
import { alreadySubscribed, balanceTooLow, paymentOpen, subscriptionsClosed } from './errors.ts'
import { hindranceOf, subscriptionCredits } from './policy.ts'
import { lastPayment, lockSubscription } from './rows.ts'
import { subscriptionsPaid } from './settlement.ts'

/** A dancer who wants to take part. */
export type JoinOrder = {
  readonly challengeId: string
  readonly dancerId: string
  /** They know that the last payment may still come. */
  readonly isRetry: boolean
}

/** What there is to pay for: the subscription is locked, and nothing stands in the way. */
type Agreed = AskingPrice & { readonly subscriptionId: string; readonly moment: Date }

/** Length of a payment's Paybill account number after its `S`; 12 characters at most in all. */
const REFERENCE_LENGTH = 9

/**
 * Asks for a subscription's payment and has the worker send its prompt: the rows are committed before anything is sent.
 * The launch fee, where it is asked for, is reserved from now.
 * @param order phone as 254 and nine digits
 * @throws NotFoundError for an unknown challenge
 * @throws RuleError kyc_required (403); already_subscribed, subscriptions_closed, prompt_open, payment_unclear,
 *   payment_under_review (409)
 */
export async function askForSubscription(
  order: JoinOrder & { readonly phone: string },
): Promise<{ intentId: string; amount: Cents; accountReference: string }> {
  try {
    return await transaction(async (tx) => {
      const agreed = await agree(tx, order)
      const intentId = newId()
      const accountReference = `S${newSpokenCode(REFERENCE_LENGTH)}`
      await insertPayment(tx.client, agreed, { intentId, accountReference, phone: order.phone })
      await enqueue(tx, submitPromptJob, { intentId, orderedAt: agreed.moment.toISOString() })
      if (agreed.isLaunch) await emit(tx, publicContentChanged, { what: 'challenge' })
      await emit(tx, membersChanged, { user_ids: [order.dancerId] })
      return { intentId, amount: agreed.amount, accountReference }
    })
  } catch (error) {
    // Another of this phone's prompts, for a gift or by another dancer.
    if (violatedConstraint(error) === 'payment_intent_open_prompt_key') throw paymentOpen('prompt_open')
    throw error
  }
}

/**
 * Pays a subscription from the dancer's wallet, in one transaction with all that follows from it.
 * @returns the amount, in cents
 * @throws as `askForSubscription`, and RuleError insufficient_balance (400)
 */
export async function subscribeFromWallet(order: JoinOrder): Promise<Cents> {
  try {
    return await transaction(async (tx) => {
      const { client } = tx
      const agreed = await agree(tx, order)
      await payFromWallet(client, order.dancerId, agreed)
      const { subscriptionId, amount, isLaunch, moment } = agreed
      await client.query(
        `UPDATE subscription SET status = 'paid', amount = $2, is_launch = $3, paid_at = $4 WHERE id = $1`,
        [subscriptionId, amount, isLaunch, moment],
      )
      await subscriptionsPaid(tx, [{ challengeId: order.challengeId, dancerId: order.dancerId, isLaunch }])
      return amount
    })
  } catch (error) {
    // Spent elsewhere between our look and the posting.
    if (violatedConstraint(error) === 'account_covers_holds') throw balanceTooLow()
    throw error
  }
}

async function agree({ client }: Tx, order: JoinOrder): Promise<Agreed> {
  const moment = now()
  const challenge = await findChallenge(client, order.challengeId, moment)
  if (!challenge) throw new NotFoundError()
  await requireKycApproval(client, order.dancerId)
  const isOpen = submissionsAreOpen(challenge, moment)
  const subscription = await lockSubscription(client, {
    id: newId(),
    challengeId: challenge.id,
    dancerId: order.dancerId,
    amount: challenge.subscriptionFee,
    moment,
  })
  if (subscription.status === 'paid') throw alreadySubscribed()
  if (!isOpen) throw subscriptionsClosed()
  const hindrance = hindranceOf(lastPayment(subscription), order.isRetry, moment)
  if (hindrance) throw paymentOpen(hindrance)
  const price = await decidePrice(
    client,
    challenge,
    { id: subscription.id, dancerId: order.dancerId },
    moment,
  )
  return { ...price, subscriptionId: subscription.id, moment }
}

async function insertPayment(
  on: Queryable,
  { subscriptionId, amount, isLaunch, moment }: Agreed,
  payment: { intentId: string; accountReference: string; phone: string },
): Promise<void> {
  await on.query(
    `INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, created_at)
      VALUES ($1, 'subscription', $2, $3, $4, $5)`,
    [payment.intentId, amount, payment.phone, payment.accountReference, moment],
  )
  await on.query(
    'INSERT INTO subscription_payment (intent_id, subscription_id, is_launch, created_at) VALUES ($1, $2, $3, $4)',
    [payment.intentId, subscriptionId, isLaunch, moment],
  )
  await on.query('UPDATE subscription SET amount = $2, is_launch = $3 WHERE id = $1', [
    subscriptionId,
    amount,
    isLaunch,
  ])
}

/** @throws RuleError insufficient_balance */
async function payFromWallet(on: Queryable, dancerId: string, agreed: Agreed): Promise<void> {
  const wallet = await firstRow<{ id: bigint; available: bigint }>(
    on,
    `SELECT id, posted - held AS available FROM account WHERE kind = 'dancer' AND owner_id = $1`,
    [dancerId],
  )
  if (!wallet || wallet.available < agreed.amount) throw balanceTooLow()
  const accounts = await systemAccounts()
  const spread = randomInt(1_000)
  await postJournals(on, [
    {
      key: `subscription:${agreed.subscriptionId}`,
      type: 'subscription',
      sourceType: 'subscription',
      sourceId: agreed.subscriptionId,
      actor: dancerId,
      occurredAt: agreed.moment,
      entries: [
        { accountId: wallet.id, amount: -agreed.amount },
        ...subscriptionCredits(agreed.amount, {
          royalties: systemAccount(accounts, 'royalty_pool', spread),
          platform: systemAccount(accounts, 'platform_revenue', spread),
        }),
      ],
    },
  ])
}
