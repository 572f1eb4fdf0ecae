import type { GivenTopupAnswer } from '#lib/contract/topups/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idOfAttempt, newSpokenCode } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { askForPayment, followPrompt, isPromptOpen, onFreePhone } from '#lib/domain/payments/order-prompt.ts'
import { findTopup } from './queries.ts'

export type TopupOrder = {
  readonly ownerId: string
  /** Whole shillings, within the contract's limits. */
  readonly amount: number
  /** 254 and nine digits; default: the account's own. */
  readonly phone?: string
  /** The client's IP address. */
  readonly address: string
  /** A retry with the same key and top-up sends no second prompt. */
  readonly idempotencyKey?: string | null
}

/** Characters after the `T`; M-Pesa allows 12 in all. */
const REFERENCE_LENGTH = 9

/**
 * Requests a prompt for a top-up of the owner's wallet, and returns its state once M-Pesa has answered.
 * @throws ValidationError on `phone_number` if neither order nor account has a phone
 * @throws RuleError kyc_required (403), prompt_open (409), prompts_paused and too_many_phones (429)
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function requestTopup(order: TopupOrder): Promise<GivenTopupAnswer> {
  const intentId = await orderOnFreePhone(order)
  await followPrompt(intentId)
  const topup = await findTopup(order.ownerId, intentId)
  const intent = await kysely(db())
    .selectFrom('paymentIntent')
    .select('checkoutRequestId')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  const { id, status, message, paybill, prompt } = topup
  return {
    id,
    status,
    message,
    paybill,
    prompt,
    checkout_request_id: intent.checkoutRequestId ?? undefined,
  }
}

async function orderOnFreePhone(order: TopupOrder): Promise<string> {
  const intentId = idOf(order)
  try {
    const payer = order.phone ?? (await findOwner(db(), order.ownerId)).phone
    return await onFreePhone(payer, () => transaction((tx) => insertTopup(tx, intentId, order)))
  } catch (error) {
    // A concurrent retry has created the payment.
    if (violatedConstraint(error) === 'payment_intent_pkey') return intentId
    if (!isPromptOpen(error)) throw error
    throw new RuleError('prompt_open', 409)
  }
}

async function insertTopup(tx: Tx, intentId: string, order: TopupOrder): Promise<string> {
  const { ownerId, amount, phone, address } = order
  const moment = now()
  // Closing the account waits for this transaction, and then finds the open payment.
  await lockLiveAccount(tx, ownerId)
  if (await tx.kysely.selectFrom('topup').selectAll().where('intentId', '=', intentId).executeTakeFirst())
    return intentId
  await requireKycApproval(tx.client, ownerId)
  const owner = await findOwner(tx.client, ownerId)
  const payer = phone ?? owner.phone
  if (payer === '') throw new ValidationError({ phone_number: 'field.required' })
  await askForPayment(tx, {
    intentId,
    purpose: 'topup',
    amount: shillings(amount),
    phone: payer,
    accountReference: `T${newSpokenCode(REFERENCE_LENGTH)}`,
    asker: `account:${ownerId}`,
    network: networkMark(address),
    moment,
  })
  await tx.kysely
    .insertInto('topup')
    .values({ intentId, ownerId, accountId: owner.accountId, createdAt: moment })
    .execute()
  return intentId
}

/** @throws NotFoundError */
async function findOwner(on: Queryable, ownerId: string): Promise<{ accountId: bigint; phone: string }> {
  const owner = await kysely(on)
    .selectFrom('appUser as u')
    .innerJoin('account as a', 'a.ownerId', 'u.id')
    .select(['a.id as accountId', 'u.phoneNumber as phone'])
    .where('u.id', '=', ownerId)
    .executeTakeFirst()
  if (!owner) throw new NotFoundError()
  return owner
}

function idOf({ ownerId, amount, phone, idempotencyKey }: TopupOrder): string {
  return idOfAttempt(env.AUTH_SECRET, 'topup', idempotencyKey, [ownerId, amount, phone ?? ''])
}
