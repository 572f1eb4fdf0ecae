import { env } from '#lib/core/env.ts'
import type { TransactionStatusRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'

/** `conversationId` is M-Pesa's id of the conversation if known, else ours. */
export type StatusQuestion = { readonly attemptId: string; readonly conversationId: string }

const asked = {
  payout: { answerTo: 'status/result', remarks: 'Withdrawal' },
  refund: { answerTo: 'refund/status', remarks: 'Refund' },
} as const

/** The answer arrives as a Result (docs/daraja.md, transaction status). */
export function queryStatus(
  kind: keyof typeof asked,
  { attemptId, conversationId }: StatusQuestion,
): Promise<DarajaAnswer> {
  const answerTo = callbackUrl(asked[kind].answerTo, attemptId)
  return postWithCredential<TransactionStatusRequest>('/mpesa/transactionstatus/v1/query', {
    Initiator: env.MPESA_INITIATOR_NAME,
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: conversationId,
    PartyA: env.MPESA_SHORTCODE,
    IdentifierType: '4',
    ResultURL: answerTo,
    // Timeouts can arrive at the same address: they contain no status and decide nothing.
    QueueTimeOutURL: answerTo,
    Remarks: asked[kind].remarks,
    Occasion: '',
  })
}
