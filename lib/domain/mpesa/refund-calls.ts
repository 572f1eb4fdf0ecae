import { env } from '#lib/core/env.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { B2cRequest, ReversalRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { payoutFields } from './payout-calls.ts'

export type RefundRequest = {
  /** The call's row in daraja_request. */
  readonly attemptId: string
  /** The refunded payment's receipt. */
  readonly receipt: string
  /** At most 19 characters; only for a refund by B2C. */
  readonly originatorId: string
  /** Cents, whole shillings. */
  readonly amount: Cents
  /** 254 and nine digits; only for a refund by B2C. */
  readonly phone: string
}

function answersTo(attemptId: string) {
  return {
    QueueTimeOutURL: callbackUrl('refund/timeout', attemptId),
    ResultURL: callbackUrl('refund/result', attemptId),
  }
}

/** As stored before the call: without credential and addresses. */
export function reversalFields({ receipt, amount }: RefundRequest) {
  return {
    Initiator: env.MPESA_INITIATOR_NAME,
    CommandID: 'TransactionReversal' as const,
    TransactionID: receipt,
    Amount: toShillings(amount),
    ReceiverParty: env.MPESA_SHORTCODE,
    // Safaricom's spelling.
    RecieverIdentifierType: '11',
    Remarks: 'Refund',
    Occasion: '',
  }
}

export function refundPayoutFields(request: RefundRequest) {
  return { ...payoutFields(request), Remarks: 'Refund' }
}

/** Reverses a whole payment (docs/daraja.md, Reversal). M-Pesa does not recognise a duplicate request. */
export function sendReversal(request: RefundRequest): Promise<DarajaAnswer> {
  const fields = { ...reversalFields(request), ...answersTo(request.attemptId) }
  return postWithCredential<ReversalRequest>('/mpesa/reversal/v1/request', fields)
}

/** B2C v3: M-Pesa pays once per originator id. */
export function sendRefundPayout(request: RefundRequest): Promise<DarajaAnswer> {
  const fields = { ...refundPayoutFields(request), ...answersTo(request.attemptId) }
  return postWithCredential<B2cRequest>('/mpesa/b2c/v3/paymentrequest', fields)
}
