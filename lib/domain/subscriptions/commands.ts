import { now } from '#lib/core/clock.ts'
import { type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { findChallenge } from '#lib/domain/challenges/queries.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { askForPayment, isPromptOpen, onFreePhone } from '#lib/domain/payments/order-prompt.ts'
import { type AskingPrice, decidePrice } from './asking-price.ts'
import { alreadySubscribed, balanceTooLow, paymentOpen, priceChanged, subscriptionsClosed } from './errors.ts'
import { hindranceOf, subscriptionCredits } from './policy.ts'
import { lastPayment, lockSubscription } from './rows.ts'
import { subscriptionsPaid } from './settlement.ts'

export type JoinOrder = {
  readonly challengeId: string
  readonly dancerId: string
  /** The dancer knows that their last payment may still arrive. */
  readonly isRetry: boolean
  /** The fee shown to the dancer, in shillings; if absent, any fee is accepted (docs/decisions/0008). */
  readonly shownFee?: number
}

export type PromptedJoin = JoinOrder & { readonly phone: string; readonly network?: string }

type AskedSubscription = {
  readonly intentId: string
  readonly amount: Cents
  readonly accountReference: string
}

/** The price of a payment whose subscription is locked and which nothing prevents. */
type Agreed = AskingPrice & { readonly subscriptionId: string; readonly moment: Date }

/** Characters after the `S`; M-Pesa allows 12 in all. */
const REFERENCE_LENGTH = 9

/**
 * Creates a subscription's payment, whose prompt a worker sends after the commit. At the launch fee the
 * payment reserves a launch slot. If the phone must not be prompted now (docs/decisions/0006), the payment
 * has no prompt and can be paid by Paybill.
 * @param order `phone` as 254 and nine digits; `network` from `networkMark`
 * @throws NotFoundError for an unknown challenge
 * @throws RuleError kyc_required (403); already_subscribed, subscriptions_closed, prompt_open,
 *   payment_unclear, payment_under_review, price_changed (409); prompts_paused, too_many_phones (429)
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function askForSubscription(order: PromptedJoin): Promise<AskedSubscription> {
  try {
    return await onFreePhone(order.phone, () => transaction((tx) => askInOrder(tx, order)))
  } catch (error) {
    // The phone has another open prompt, for a gift or by another dancer.
    throw isPromptOpen(error) ? paymentOpen('prompt_open') : error
  }
}

async function askInOrder(tx: Tx, order: PromptedJoin): Promise<AskedSubscription> {
  const agreed = await agree(tx, order)
  const { subscriptionId, amount, isLaunch, moment } = agreed
  const payment = { intentId: newId(), amount, accountReference: `S${newSpokenCode(REFERENCE_LENGTH)}` }
  await askForPayment(tx, {
    ...payment,
    purpose: 'subscription',
    phone: order.phone,
    asker: `account:${order.dancerId}`,
    network: order.network ?? '',
    moment,
  })
  await tx.kysely
    .insertInto('subscriptionPayment')
    .values({
      intentId: payment.intentId,
      subscriptionId,
      isLaunch,
      createdAt: moment,
    })
    .execute()
  await tx.kysely
    .updateTable('subscription')
    .set({ amount, isLaunch })
    .where('id', '=', subscriptionId)
    .execute()
  if (isLaunch) await emit(tx, publicContentChanged, { what: 'challenge' })
  await emit(tx, membersChanged, { user_ids: [order.dancerId] })
  return payment
}

/**
 * Pays from the wallet and subscribes the dancer, in one transaction.
 * @returns the amount in cents
 * @throws as `askForSubscription`, and RuleError insufficient_balance (400)
 */
export async function subscribeFromWallet(order: JoinOrder): Promise<Cents> {
  try {
    return await transaction(async (tx) => {
      const { client } = tx
      const agreed = await agree(tx, order)
      await payFromWallet(client, order.dancerId, agreed)
      const { subscriptionId, amount, isLaunch, moment } = agreed
      await tx.kysely
        .updateTable('subscription')
        .set({ status: 'paid', amount, isLaunch, paidAt: moment })
        .where('id', '=', subscriptionId)
        .execute()
      await subscriptionsPaid(tx, [{ challengeId: order.challengeId, dancerId: order.dancerId, isLaunch }])
      return amount
    })
  } catch (error) {
    // The money was spent between reading the wallet and posting.
    if (violatedConstraint(error) === 'account_covers_holds') throw balanceTooLow()
    throw error
  }
}

async function agree(tx: Tx, order: JoinOrder): Promise<Agreed> {
  const { client } = tx
  const moment = now()
  // Closing the account waits for this transaction, and then finds the open payment.
  await lockLiveAccount(tx, order.dancerId)
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
  // Compares with the price of this transaction, before money is requested.
  if (order.shownFee !== undefined && toShillings(price.amount) > order.shownFee)
    throw priceChanged(price.amount)
  return { ...price, subscriptionId: subscription.id, moment }
}

/** @throws RuleError insufficient_balance */
async function payFromWallet(on: Queryable, dancerId: string, agreed: Agreed): Promise<void> {
  const wallet = await kysely(on)
    .selectFrom('account')
    .select(['id', 'posted', 'held'])
    .where('kind', '=', 'dancer')
    .where('ownerId', '=', dancerId)
    .executeTakeFirst()
  if (!wallet || wallet.posted - wallet.held < agreed.amount) throw balanceTooLow()
  const accounts = await systemAccounts()
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
          royalties: systemAccount(accounts, 'royalty_pool'),
          platform: systemAccount(accounts, 'platform_revenue'),
        }),
      ],
    },
  ])
}
