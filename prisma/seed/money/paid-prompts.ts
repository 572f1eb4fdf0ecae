import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import type { Chance } from '../random.ts'
import { type NewReceipt, promptIds } from './receipts.ts'

/** A prompt that went out to a phone. */
export interface Prompt {
  intentId: string
  purpose: 'gift' | 'subscription'
  amount: Cents
  phone: string
  /** What a payer would type into M-Pesa's menu to pay the same by Paybill. */
  reference: string
  askedAt: Date
}

export type PaidPrompt = Prompt & { paidAt: Date }

/** M-Pesa's callback comes this long after the payment, and settlement right behind it. */
const SETTLES_AFTER_SECONDS = 2

/** The columns of an intent whose prompt went out; `outcome` holds those that its end decides. */
export function intentRow(
  chance: Chance,
  prompt: Prompt,
  outcome: Partial<Row<'payment_intent'>>,
): Row<'payment_intent'> {
  const { checkout, merchant } = promptIds(chance, prompt.askedAt, prompt.phone)
  return {
    id: prompt.intentId,
    purpose: prompt.purpose,
    channel: 'prompt',
    amount: prompt.amount,
    phone: prompt.phone,
    account_reference: prompt.reference,
    checkout_request_id: checkout,
    merchant_request_id: merchant,
    queries: 0,
    created_at: prompt.askedAt,
    submitted_at: addSeconds(prompt.askedAt, 1),
    ...outcome,
  }
}

/** Writes paid prompts as settlement leaves them: the intents credited, a receipt for each. Their journals are apart. */
export async function insertPaidPrompts(
  on: Queryable,
  chance: Chance,
  newReceipt: NewReceipt,
  prompts: readonly PaidPrompt[],
): Promise<void> {
  const settled = (prompt: PaidPrompt) => addSeconds(prompt.paidAt, SETTLES_AFTER_SECONDS)
  await insertRows(
    on,
    'payment_intent',
    prompts.map((prompt) =>
      intentRow(chance, prompt, {
        state: 'credited',
        result_code: '0',
        paid_at: prompt.paidAt,
        settled_at: settled(prompt),
      }),
    ),
  )
  await insertRows(
    on,
    'mpesa_receipt',
    prompts.map((prompt) => ({
      receipt: newReceipt(prompt.paidAt),
      status: 'credited',
      intent_id: prompt.intentId,
      amount: prompt.amount,
      source: 'callback',
      phone: prompt.phone,
      paid_at: prompt.paidAt,
      created_at: settled(prompt),
    })),
  )
}
