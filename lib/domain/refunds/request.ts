import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { workRefundsJob } from './jobs.ts'
import type { RefundMethod } from './schema.ts'

export type RefundOrder = {
  /** A receipt in suspense (status `unmatched`), locked by the caller. */
  readonly receipt: string
  /** The payment that the refund ends, in `review`; null if none. */
  readonly intentId: string | null
  readonly method: RefundMethod
}

/** Characters after the `R`. An OriginatorConversationID has at most 19 characters. */
const REFERENCE_LENGTH = 10
/** Daraja's limits of a payout, in cents. */
const PAYOUT_MIN: Cents = 1_000n
const PAYOUT_MAX: Cents = 25_000_000n

/**
 * Refunds a payment to its payer. The worker sends it once, and the money stays in suspense until M-Pesa has
 * proven the payment.
 * @returns the refund's id
 * @throws RuleError receipt_not_held (409), refund_needs_phone (409), refund_amount (409)
 */
export async function requestRefund(tx: Tx, order: RefundOrder): Promise<string> {
  const held = await tx.kysely
    .updateTable('mpesaReceipt')
    .set({ status: 'refund_pending' })
    .where('receipt', '=', order.receipt)
    .where('status', '=', 'unmatched')
    .returning(['amount', 'phone', 'source'])
    .executeTakeFirst()
  if (!held) throw new RuleError('receipt_not_held.refund', 409)
  const phone = await payerOf(tx, order, held)
  if (order.method === 'b2c') requirePayable(held.amount, phone)
  const id = newId()
  try {
    // Kysely, because Prisma's errors do not name the constraint that a second refund violates.
    await tx.kysely
      .insertInto('refund')
      .values({
        id,
        reference: `R${newSpokenCode(REFERENCE_LENGTH)}`,
        receipt: order.receipt,
        intentId: order.intentId,
        amount: held.amount,
        method: order.method,
        phone: phone ?? held.phone ?? '',
        createdAt: now(),
      })
      .execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'refund_live_key') throw error
    throw new RuleError('receipt_not_held.on_its_way', 409)
  }
  if (order.intentId) {
    await tx.kysely
      .updateTable('paymentIntent')
      .set({ state: 'refund_pending', nextCheckAt: null })
      .where('id', '=', order.intentId)
      .execute()
    await emit(tx, paymentsChanged, { intent_ids: [order.intentId] })
  }
  await enqueue(tx, workRefundsJob, {})
  return id
}

type Held = { readonly phone: string | null; readonly source: string }

const FULL_PHONE = /^254[17]\d{8}$/

/**
 * The whole paying phone; null if M-Pesa masked it, or two people typed the receipt (source `desk`). An
 * intent's phone proves only its prompt's payer, because anybody may pay by Paybill.
 */
async function payerOf(tx: Tx, order: RefundOrder, held: Held): Promise<string | null> {
  if (held.source === 'desk') return null
  if (held.phone && FULL_PHONE.test(held.phone)) return held.phone
  if (!order.intentId || held.source !== 'callback') return null
  const intent = await tx.kysely
    .selectFrom('paymentIntent')
    .select('phone')
    .where('id', '=', order.intentId)
    .executeTakeFirst()
  return intent && FULL_PHONE.test(intent.phone) ? intent.phone : null
}

function requirePayable(amount: Cents, phone: string | null): void {
  if (!phone) throw new RuleError('refund_needs_phone', 409)
  if (amount < PAYOUT_MIN || amount > PAYOUT_MAX || amount % 100n !== 0n)
    throw new RuleError('refund_amount', 409)
}
