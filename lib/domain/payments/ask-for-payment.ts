import type { Cents } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type AskedPrompt, admitPrompt } from './admit-prompt.ts'
import { orderPrompt } from './order-prompt.ts'
import type { PaymentPurpose } from './schema.ts'

/** A payment that a phone is to be asked for. */
export type AskedPayment = AskedPrompt & {
  readonly intentId: string
  readonly purpose: PaymentPurpose
  readonly amount: Cents
  /** The account number to pay it by Paybill, at most 12 characters. */
  readonly accountReference: string
}

/**
 * Writes the intent of a payment, and has the worker send its prompt once the transaction is committed. Where the phone is to
 * be left alone for a while (docs/decisions/0006), the payment is made without a prompt and can be paid by Paybill.
 * @throws RuleError prompts_paused and too_many_phones (429)
 * @throws DatabaseError payment_intent_open_prompt_key where the phone has a prompt already
 */
export async function askForPayment(tx: Tx, payment: AskedPayment): Promise<void> {
  const { intentId, purpose, amount, phone, accountReference, asker, network, moment } = payment
  const withoutPrompt = await admitPrompt(tx.client, { phone, asker, network, moment })
  // Kysely and not Prisma, whose errors do not name the constraint that a second prompt violates.
  await tx.kysely
    .insertInto('paymentIntent')
    .values({
      id: intentId,
      purpose,
      amount,
      phone,
      accountReference,
      createdAt: moment,
      state: withoutPrompt ? 'rejected' : 'created',
      resultCode: withoutPrompt,
      asker,
      network,
    })
    .execute()
  if (!withoutPrompt) await orderPrompt(tx, intentId)
}
