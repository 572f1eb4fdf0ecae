import type { TopupAnswer } from '#lib/contract/topups/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idUnderKey, newId, newSpokenCode } from '#lib/core/ids.ts'
import { shillings } from '#lib/core/money.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { admitPrompt } from '#lib/domain/payments/admit-prompt.ts'
import { followPrompt } from '#lib/domain/payments/follow-prompt.ts'
import { submitPromptJob } from '#lib/domain/payments/jobs.ts'
import { isPromptOpen, onFreePhone } from '#lib/domain/payments/open-prompt.ts'
import { findTopup } from './queries.ts'

export type TopupOrder = {
  readonly ownerId: string
  /** Whole shillings, within the bounds of the contract. */
  readonly amount: number
  /** 254 and nine digits; the account's own where none is given. */
  readonly phone?: string
  /** Where it comes from, as `endpoint` hands it to handlers. */
  readonly address: string
  /** The same key for the same top-up is one prompt, whatever became of its first answer. */
  readonly idempotencyKey?: string | null
}

/** Length of a payment's Paybill account number after its `T`; 12 characters at most in all. */
const REFERENCE_LENGTH = 9

/**
 * Asks a phone for money for its owner's wallet, and says how the prompt stands once M-Pesa has answered
 * (design/api.md, Wallets).
 * @throws ValidationError on `phone_number` where none is given and the account has none
 * @throws RuleError kyc_required (403), prompt_open (409), prompts_paused and too_many_phones (429)
 */
export async function requestTopup(order: TopupOrder): Promise<TopupAnswer> {
  const intentId = await insertTopup(order)
  await followPrompt(intentId)
  const topup = await findTopup(order.ownerId, intentId)
  const row = await firstRow<{ checkout_request_id: string | null }>(
    db(),
    'SELECT checkout_request_id FROM payment_intent WHERE id = $1',
    [intentId],
  )
  const { id, status, message, paybill, prompt } = topup
  return { id, status, message, paybill, prompt, checkout_request_id: row?.checkout_request_id ?? undefined }
}

async function insertTopup(order: TopupOrder): Promise<string> {
  const intentId = idOf(order)
  try {
    const payer = order.phone ?? (await findOwner(db(), order.ownerId)).phone_number
    return await onFreePhone(payer, () => transaction((tx) => insertInOrder(tx, intentId, order)))
  } catch (error) {
    // The same request beside this one was faster.
    if (violatedConstraint(error) === 'payment_intent_pkey') return intentId
    if (!isPromptOpen(error)) throw error
    const sentence = 'A payment is already waiting on your phone. Finish or cancel it first.'
    throw new RuleError('prompt_open', sentence, 409)
  }
}

async function insertInOrder(tx: Tx, intentId: string, order: TopupOrder): Promise<string> {
  const { ownerId, amount, phone, address } = order
  const moment = now()
  if (await firstRow(tx.client, 'SELECT 1 FROM topup WHERE intent_id = $1', [intentId])) return intentId
  await requireKycApproval(tx.client, ownerId)
  const owner = await findOwner(tx.client, ownerId)
  const payer = phone ?? owner.phone_number
  if (payer === '') throw new ValidationError({ phone_number: ['This field is required.'] })
  const asker = `account:${ownerId}`
  const network = networkMark(address)
  const withoutPrompt = await admitPrompt(tx.client, { phone: payer, asker, network, moment })
  const state = withoutPrompt ? 'rejected' : 'created'
  const reference = `T${newSpokenCode(REFERENCE_LENGTH)}`
  await tx.client.query(
    `INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, created_at, state, result_code, asker, network)
      VALUES ($1, 'topup', $2, $3, $4, $5, $6, $7, $8, $9)`,
    [intentId, shillings(amount), payer, reference, moment, state, withoutPrompt, asker, network],
  )
  await tx.client.query(
    'INSERT INTO topup (intent_id, owner_id, account_id, created_at) VALUES ($1, $2, $3, $4)',
    [intentId, ownerId, owner.account_id, moment],
  )
  if (!withoutPrompt) await enqueue(tx, submitPromptJob, { intentId, orderedAt: moment.toISOString() })
  return intentId
}

/** @throws NotFoundError */
async function findOwner(
  on: Queryable,
  ownerId: string,
): Promise<{ account_id: bigint; phone_number: string }> {
  const owner = await firstRow<{ account_id: bigint; phone_number: string }>(
    on,
    `SELECT a.id AS account_id, u.phone_number FROM account a JOIN app_user u ON u.id = a.owner_id
      WHERE a.owner_id = $1`,
    [ownerId],
  )
  if (!owner) throw new NotFoundError()
  return owner
}

function idOf({ ownerId, amount, phone, idempotencyKey }: TopupOrder): string {
  if (!idempotencyKey) return newId()
  return idUnderKey(env.AUTH_SECRET, ['topup', ownerId, idempotencyKey, amount, phone ?? ''].join(' '))
}
