import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import type { Chance } from '../random.ts'
import { type NewReceipt, promptIds } from './receipts.ts'

export interface Prompt {
  intentId: string
  purpose: 'gift' | 'subscription'
  amount: Cents
  phone: string
  /** The account number for Paybill. */
  reference: string
  askedAt: Date
}

export type PaidPrompt = Prompt & { paidAt: Date }

const SETTLES_AFTER_SECONDS = 2

export function intentRow(
  chance: Chance,
  prompt: Prompt,
  outcome: Partial<Row<'paymentIntent'>>,
): Row<'paymentIntent'> {
  const { checkout, merchant } = promptIds(chance, prompt.askedAt, prompt.phone)
  return {
    id: prompt.intentId,
    purpose: prompt.purpose,
    channel: 'prompt',
    amount: prompt.amount,
    phone: prompt.phone,
    accountReference: prompt.reference,
    checkoutRequestId: checkout,
    merchantRequestId: merchant,
    queries: 0,
    createdAt: prompt.askedAt,
    submittedAt: addSeconds(prompt.askedAt, 1),
    ...outcome,
  }
}

/** Writes everything but the journals. */
export async function insertPaidPrompts(
  on: Queryable,
  chance: Chance,
  newReceipt: NewReceipt,
  prompts: readonly PaidPrompt[],
): Promise<void> {
  const settled = (prompt: PaidPrompt) => addSeconds(prompt.paidAt, SETTLES_AFTER_SECONDS)
  await insertRows(
    on,
    'paymentIntent',
    prompts.map((prompt) =>
      intentRow(chance, prompt, {
        state: 'credited',
        resultCode: '0',
        paidAt: prompt.paidAt,
        settledAt: settled(prompt),
      }),
    ),
  )
  await insertRows(
    on,
    'mpesaReceipt',
    prompts.map((prompt) => ({
      receipt: newReceipt(prompt.paidAt),
      status: 'credited',
      intentId: prompt.intentId,
      amount: prompt.amount,
      source: 'callback',
      phone: prompt.phone,
      paidAt: prompt.paidAt,
      createdAt: settled(prompt),
    })),
  )
}
