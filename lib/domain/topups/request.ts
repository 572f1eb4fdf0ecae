import type { TopupAnswer } from '#lib/contract/wallets.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idUnderKey, newId, newSpokenCode } from '#lib/core/ids.ts'
import { shillings } from '#lib/core/money.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { followPrompt } from '#lib/domain/payments/follow-prompt.ts'
import { submitPromptJob } from '#lib/domain/payments/jobs.ts'
import { findTopup } from './queries.ts'

export type TopupOrder = {
  readonly ownerId: string
  /** Whole shillings, within the bounds of the contract. */
  readonly amount: number
  /** 254 and nine digits; the account's own where none is given. */
  readonly phone?: string
  /** The same key for the same top-up is one prompt, whatever became of its first answer. */
  readonly idempotencyKey?: string | null
}

/** Length of a payment's Paybill account number after its `T`; 12 characters at most in all. */
const REFERENCE_LENGTH = 9

/**
 * Asks a phone for money for its owner's wallet, and says how the prompt stands once M-Pesa has answered
 * (design/api.md, Wallets).
 * @throws ValidationError on `phone_number` where none is given and the account has none
 * @throws RuleError kyc_required (403), prompt_open (409)
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
  const { id, status, message, paybill } = topup
  return { id, status, message, paybill, checkout_request_id: row?.checkout_request_id ?? undefined }
}

async function insertTopup(order: TopupOrder): Promise<string> {
  const { ownerId, amount, phone } = order
  const moment = now()
  const intentId = idOf(order)
  try {
    return await transaction(async (tx) => {
      if (await firstRow(tx.client, 'SELECT 1 FROM topup WHERE intent_id = $1', [intentId])) return intentId
      await requireKycApproval(tx.client, ownerId)
      const owner = await firstRow<{ account_id: bigint; phone_number: string }>(
        tx.client,
        `SELECT a.id AS account_id, u.phone_number FROM account a JOIN app_user u ON u.id = a.owner_id
          WHERE a.owner_id = $1`,
        [ownerId],
      )
      if (!owner) throw new NotFoundError()
      const payer = phone ?? owner.phone_number
      if (payer === '') throw new ValidationError({ phone_number: ['This field is required.'] })
      await tx.client.query(
        `INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, created_at)
          VALUES ($1, 'topup', $2, $3, $4, $5)`,
        [intentId, shillings(amount), payer, `T${newSpokenCode(REFERENCE_LENGTH)}`, moment],
      )
      await tx.client.query(
        'INSERT INTO topup (intent_id, owner_id, account_id, created_at) VALUES ($1, $2, $3, $4)',
        [intentId, ownerId, owner.account_id, moment],
      )
      await enqueue(tx, submitPromptJob, { intentId, orderedAt: moment.toISOString() })
      return intentId
    })
  } catch (error) {
    // The same request beside this one was faster.
    if (violatedConstraint(error) === 'payment_intent_pkey') return intentId
    if (violatedConstraint(error) !== 'payment_intent_open_prompt_key') throw error
    const sentence = 'A payment is already waiting on your phone. Finish or cancel it first.'
    throw new RuleError('prompt_open', sentence, 409)
  }
}

function idOf({ ownerId, amount, phone, idempotencyKey }: TopupOrder): string {
  if (!idempotencyKey) return newId()
  return idUnderKey(env.AUTH_SECRET, ['topup', ownerId, idempotencyKey, amount, phone ?? ''].join(' '))
}
