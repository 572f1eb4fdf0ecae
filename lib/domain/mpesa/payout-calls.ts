import { env } from '#lib/core/env.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { B2cRequest, TransactionStatusRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'

/** Money for a phone. */
export type PayoutRequest = {
  /** The id of the call's row in daraja_request: its Result comes back to an address with it. */
  readonly attemptId: string
  /** At most 19 characters. M-Pesa pays once for each. */
  readonly originatorId: string
  /** Cents, whole shillings. */
  readonly amount: Cents
  /** 254 and nine digits. */
  readonly phone: string
}

/** The request's fields without the credential: what is stored before it is sent. */
export function payoutFields({ attemptId, originatorId, amount, phone }: PayoutRequest) {
  return {
    OriginatorConversationID: originatorId,
    InitiatorName: env.MPESA_INITIATOR_NAME,
    CommandID: 'BusinessPayment',
    Amount: toShillings(amount),
    PartyA: env.MPESA_SHORTCODE,
    PartyB: phone,
    Remarks: 'Withdrawal',
    QueueTimeOutURL: callbackUrl('b2c/timeout', attemptId),
    ResultURL: callbackUrl('b2c/result', attemptId),
    Occassion: '',
  } satisfies Omit<B2cRequest, 'SecurityCredential'>
}

/** Orders a payout once (Daraja, B2C v3). */
export function sendPayout(request: PayoutRequest): Promise<DarajaAnswer> {
  return postWithCredential<B2cRequest>('/mpesa/b2c/v3/paymentrequest', payoutFields(request))
}

/** What there is to ask about: M-Pesa's conversation where it is known, else ours. */
export type PayoutQuestion = { readonly attemptId: string; readonly conversationId: string }

/** Asks what became of a payout (Daraja, transaction status). The answer comes as a Result. */
export function queryPayout({ attemptId, conversationId }: PayoutQuestion): Promise<DarajaAnswer> {
  const answerTo = callbackUrl('status/result', attemptId)
  return postWithCredential<TransactionStatusRequest>('/mpesa/transactionstatus/v1/query', {
    Initiator: env.MPESA_INITIATOR_NAME,
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: conversationId,
    PartyA: env.MPESA_SHORTCODE,
    IdentifierType: '4',
    ResultURL: answerTo,
    // A time-out has no status in it, and so decides nothing.
    QueueTimeOutURL: answerTo,
    Remarks: 'Withdrawal',
    Occasion: '',
  })
}
