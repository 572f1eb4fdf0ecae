import { env } from '#lib/core/env.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { B2cRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'

export type PayoutRequest = {
  /** The call's row in daraja_request. */
  readonly attemptId: string
  /** At most 19 characters. M-Pesa pays once per id. */
  readonly originatorId: string
  /** Cents, whole shillings. */
  readonly amount: Cents
  /** 254 and nine digits. */
  readonly phone: string
}

/** As stored before the call: without credential and addresses. */
export function payoutFields({ originatorId, amount, phone }: PayoutRequest) {
  return {
    OriginatorConversationID: originatorId,
    InitiatorName: env.MPESA_INITIATOR_NAME,
    CommandID: 'BusinessPayment' as const,
    Amount: toShillings(amount),
    PartyA: env.MPESA_SHORTCODE,
    PartyB: phone,
    Remarks: 'Withdrawal',
    // Safaricom's spelling.
    Occassion: '',
  }
}

/** The outcome arrives as a Result (docs/daraja.md, B2C). */
export function sendPayout(request: PayoutRequest): Promise<DarajaAnswer> {
  return postWithCredential<B2cRequest>('/mpesa/b2c/v3/paymentrequest', {
    ...payoutFields(request),
    QueueTimeOutURL: callbackUrl('b2c/timeout', request.attemptId),
    ResultURL: callbackUrl('b2c/result', request.attemptId),
  })
}
