// M-Pesa's messages about payments (docs/daraja.md), for tests that deliver them.
import { addSeconds, nairobiTimestamp, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { OWN_SOURCE } from '#lib/domain/payments/callback-source.ts'
import type { RawCallback } from '#lib/domain/payments/inbox.ts'

/** A payment in M-Pesa's book. */
export type Line = { receipt: string; amountCents: bigint; at: string; phone: string; account: string }

const LISTED = '127.0.0.1'

export function paidCallback(intentId: string, line: Line, sourceAddress = LISTED): RawCallback {
  const Item = [
    { Name: 'Amount', Value: toShillings(line.amountCents) },
    { Name: 'MpesaReceiptNumber', Value: line.receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(nairobiTimestamp(new Date(line.at))) },
    { Name: 'PhoneNumber', Value: Number(line.phone) },
  ]
  const stkCallback = {
    ...promptIds(intentId),
    ResultCode: 0,
    ResultDesc: 'Paid',
    CallbackMetadata: { Item },
  }
  return { kind: 'stk', intentId, sourceAddress, body: JSON.stringify({ Body: { stkCallback } }) }
}

export function failedCallback(intentId: string, code: number | string, sourceAddress = LISTED): RawCallback {
  const stkCallback = { ...promptIds(intentId), ResultCode: code, ResultDesc: 'Not paid' }
  return { kind: 'stk', intentId, sourceAddress, body: JSON.stringify({ Body: { stkCallback } }) }
}

/** The confirmation of a payment. M-Pesa may also send one for a paid prompt. */
export function confirmation(line: Line, sourceAddress = LISTED): RawCallback {
  const body = {
    TransactionType: 'Pay Bill',
    TransID: line.receipt,
    TransTime: nairobiTimestamp(new Date(line.at)),
    TransAmount: toShillings(line.amountCents).toFixed(2),
    BusinessShortCode: '600999',
    BillRefNumber: line.account,
    MSISDN: line.phone,
  }
  return { kind: 'c2b/confirmation', intentId: null, sourceAddress, body: JSON.stringify(body) }
}

export function queryAnswer(intentId: string, code: number | string): RawCallback {
  const body = { ResponseCode: '0', ...promptIds(intentId), ResultCode: String(code), ResultDesc: '' }
  return { kind: 'stk_query', intentId, sourceAddress: OWN_SOURCE, body: JSON.stringify(body) }
}

export function statementOf(line: Line): RawCallback {
  const body = {
    transactionId: line.receipt,
    trxDate: line.at,
    msisdn: line.phone,
    sender: 'WANJIRU',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: line.account,
    amount: toShillings(line.amountCents).toFixed(2),
    organizationname: 'NGOMA',
  }
  return { kind: 'statement', intentId: null, sourceAddress: OWN_SOURCE, body: JSON.stringify(body) }
}

/** Sets a payment to prompted, with the request ids of this file's messages. */
export async function putPromptOut(intentId: string, agoSeconds = 0): Promise<void> {
  await db().query(
    `UPDATE payment_intent SET state = 'awaiting', checkout_request_id = $2, submitted_at = $3 WHERE id = $1`,
    [intentId, promptIds(intentId).CheckoutRequestID, addSeconds(now(), -agoSeconds)],
  )
}

function promptIds(intentId: string) {
  return { MerchantRequestID: `merchant-${intentId}`, CheckoutRequestID: `ws_CO_${intentId}` }
}
