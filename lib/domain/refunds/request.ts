import { now } from '#lib/core/clock.ts'
import { firstRow, violatedConstraint } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { workRefundsJob } from './jobs.ts'
import type { RefundMethod } from './schema.ts'

/** What is to go back. */
export type RefundOrder = {
  /** Its money lies in suspense: status `unmatched`, locked by the caller. */
  readonly receipt: string
  /** The payment that ends with it, in `review` or credited until now; null where there is none. */
  readonly intentId: string | null
  readonly method: RefundMethod
}

/** After `R`. An OriginatorConversationID has at most 19 characters. */
const REFERENCE_LENGTH = 10
/** Daraja, B2C: cents. */
const PAYOUT_MIN: Cents = 1_000n
const PAYOUT_MAX: Cents = 25_000_000n

/**
 * Sends a payment back to who paid it: the worker does it, once. Its money stays in suspense until M-Pesa has proven that
 * it left.
 * @returns the refund's id
 * @throws RuleError receipt_not_held (409), refund_needs_phone (409), refund_amount (409)
 */
export async function requestRefund(tx: Tx, order: RefundOrder): Promise<string> {
  const { client } = tx
  const held = await firstRow<HeldRow>(
    client,
    `UPDATE mpesa_receipt SET status = 'refund_pending' WHERE receipt = $1 AND status = 'unmatched'
      RETURNING amount, phone, source`,
    [order.receipt],
  )
  if (!held) throw new RuleError('receipt_not_held', 'This money is not there to be sent back.', 409)
  const phone = await payerOf(tx, order, held)
  if (order.method === 'b2c') requirePayable(held.amount, phone)
  const id = newId()
  try {
    await client.query(
      `INSERT INTO refund (id, reference, receipt, intent_id, amount, method, phone, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id,
        `R${newSpokenCode(REFERENCE_LENGTH)}`,
        order.receipt,
        order.intentId,
        held.amount,
        order.method,
        phone ?? held.phone ?? '',
        now(),
      ],
    )
  } catch (error) {
    if (violatedConstraint(error) !== 'refund_live_key') throw error
    throw new RuleError('receipt_not_held', 'This money is on its way back already.', 409)
  }
  if (order.intentId) {
    await client.query(
      `UPDATE payment_intent SET state = 'refund_pending', next_check_at = NULL WHERE id = $1`,
      [order.intentId],
    )
    await emit(tx, paymentsChanged, { intent_ids: [order.intentId] })
  }
  await enqueue(tx, workRefundsJob, {})
  return id
}

type HeldRow = { amount: bigint; phone: string | null; source: string }

const FULL_PHONE = /^254[17]\d{8}$/

/** The phone that paid, in full; null where M-Pesa has masked it. Anybody may have paid by Paybill. */
async function payerOf({ client }: Tx, order: RefundOrder, held: HeldRow): Promise<string | null> {
  if (held.phone && FULL_PHONE.test(held.phone)) return held.phone
  if (!order.intentId || held.source !== 'callback') return null
  const intent = await firstRow<{ phone: string }>(client, 'SELECT phone FROM payment_intent WHERE id = $1', [
    order.intentId,
  ])
  return intent && FULL_PHONE.test(intent.phone) ? intent.phone : null
}

function requirePayable(amount: Cents, phone: string | null): void {
  if (!phone)
    throw new RuleError('refund_needs_phone', 'M-PESA has not told the number that paid: reverse it.', 409)
  if (amount < PAYOUT_MIN || amount > PAYOUT_MAX || amount % 100n !== 0n)
    throw new RuleError('refund_amount', 'A payout takes whole shillings from 10 to 250,000.', 409)
}
