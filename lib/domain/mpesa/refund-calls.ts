import { env } from '#lib/core/env.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { B2cRequest, ReversalRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { payoutFields } from './payout-calls.ts'

/** A payment that goes back to who paid it. */
export type RefundRequest = {
  /** The id of the call's row in daraja_request: its Result comes back to an address with it. */
  readonly attemptId: string
  /** The payment's own receipt. */
  readonly receipt: string
  /** At most 19 characters; only payouts carry it. */
  readonly originatorId: string
  /** Cents, whole shillings. */
  readonly amount: Cents
  /** 254 and nine digits; only payouts need it. */
  readonly phone: string
}

function answersTo(attemptId: string) {
  return {
    QueueTimeOutURL: callbackUrl('refund/timeout', attemptId),
    ResultURL: callbackUrl('refund/result', attemptId),
  }
}

/** The request's fields without credential and addresses: what is stored before it is sent. */
export function reversalFields({ receipt, amount }: RefundRequest) {
  return {
    Initiator: env.MPESA_INITIATOR_NAME,
    CommandID: 'TransactionReversal' as const,
    TransactionID: receipt,
    Amount: toShillings(amount),
    ReceiverParty: env.MPESA_SHORTCODE,
    // Spelt so by Safaricom.
    RecieverIdentifierType: '11',
    Remarks: 'Refund',
    Occasion: '',
  }
}

/** As `reversalFields`, for a payout. */
export function refundPayoutFields(request: RefundRequest) {
  return { ...payoutFields(request), Remarks: 'Refund' }
}

/** Takes a payment back as a whole (Daraja, Reversal). Nothing in it tells the same request from another one. */
export function sendReversal(request: RefundRequest): Promise<DarajaAnswer> {
  const fields = { ...reversalFields(request), ...answersTo(request.attemptId) }
  return postWithCredential<ReversalRequest>('/mpesa/reversal/v1/request', fields)
}

/** Pays it back to the payer's phone (Daraja, B2C v3). M-Pesa pays once for each originator id. */
export function sendRefundPayout(request: RefundRequest): Promise<DarajaAnswer> {
  const fields = { ...refundPayoutFields(request), ...answersTo(request.attemptId) }
  return postWithCredential<B2cRequest>('/mpesa/b2c/v3/paymentrequest', fields)
}
