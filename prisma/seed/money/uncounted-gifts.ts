import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { type Cents, shillings } from '#lib/core/money.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import { inventPhone, type PlannedGift } from '../months/plan-gifts.ts'
import type { Chance } from '../random.ts'
import { giftPrompt, giftRow } from './collect-gifts.ts'
import { intentRow } from './paid-prompts.ts'
import { postInBatches } from './post-in-batches.ts'
import type { NewReceipt } from './receipts.ts'

/** Result codes: cancelled, no answer, no money, wrong PIN; null if no prompt was sent. */
const ENDINGS: readonly (string | null)[] = [
  ...['1032', '1032', '1032', '1032', '1032', '1032', '1032', '1037', '1037', '1037', '1037', '1037'],
  ...['1', '1', '1', '1', '2001', '2001', '2001', null, null, null],
]

export const UNCOUNTED_GIFTS = ENDINGS.length + 1

/** Declined and unsent gifts, one with a wrong amount (in suspense), and an unmatched Paybill payment. */
export async function insertUncountedGifts(
  on: Queryable,
  chance: Chance,
  newReceipt: NewReceipt,
  challengeId: string,
  gifts: readonly PlannedGift[],
): Promise<void> {
  const [wrong, ...failed] = gifts
  if (!wrong) return
  await insertRows(on, 'paymentIntent', [
    ...failed.map((gift, place) => failedIntent(chance, gift, ENDINGS[place] ?? null)),
    intentRow(chance, giftPrompt(wrong), {
      state: 'review',
      resultCode: null,
      reviewReason: 'wrong_amount',
      paidAt: null,
      settledAt: null,
    }),
  ])
  await insertRows(
    on,
    'gift',
    gifts.map((gift) => giftRow(chance, challengeId, gift)),
  )
  await holdInSuspense(on, newReceipt, [
    {
      intentId: wrong.intentId,
      amount: shillings(20),
      source: 'callback',
      typed: null,
      phone: wrong.phone,
      reason: 'wrong_amount',
      paidAt: wrong.paidAt,
    },
    {
      intentId: null,
      amount: shillings(250),
      source: 'paybill',
      typed: 'AKINYI',
      phone: inventPhone(chance),
      reason: 'no_such_account',
      paidAt: addSeconds(wrong.paidAt, -3_700),
    },
  ])
}

function failedIntent(chance: Chance, gift: PlannedGift, code: string | null): Row<'paymentIntent'> {
  const ended = { reviewReason: null, paidAt: null }
  const row = intentRow(chance, giftPrompt(gift), ended)
  if (code) return { ...row, state: 'declined', resultCode: code, settledAt: addSeconds(gift.askedAt, 45) }
  return {
    ...row,
    state: 'rejected',
    resultCode: null,
    settledAt: null,
    checkoutRequestId: null,
    merchantRequestId: null,
  }
}

interface StrayPayment {
  intentId: string | null
  amount: Cents
  source: 'callback' | 'paybill'
  typed: string | null
  phone: string
  reason: 'wrong_amount' | 'no_such_account'
  paidAt: Date
}

async function holdInSuspense(
  on: Queryable,
  newReceipt: NewReceipt,
  payments: readonly StrayPayment[],
): Promise<void> {
  const accounts = await systemAccounts()
  const received = payments.map((payment) => ({ ...payment, receipt: newReceipt(payment.paidAt) }))
  await insertRows(
    on,
    'mpesaReceipt',
    received.map((payment) => ({
      receipt: payment.receipt,
      status: 'unmatched',
      intentId: payment.intentId,
      amount: payment.amount,
      source: payment.source,
      accountReference: payment.typed,
      phone: payment.phone,
      reason: payment.reason,
      paidAt: payment.paidAt,
      createdAt: addSeconds(payment.paidAt, 2),
    })),
  )
  await postInBatches(
    on,
    received.map((payment) => ({
      key: `receipt:${payment.receipt}`,
      type: 'suspense',
      sourceType: 'mpesa_receipt',
      sourceId: payment.receipt,
      actor: 'mpesa',
      occurredAt: payment.paidAt,
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -payment.amount },
        { accountId: systemAccount(accounts, 'suspense'), amount: payment.amount },
      ],
    })),
  )
}
