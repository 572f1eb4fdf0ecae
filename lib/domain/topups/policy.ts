import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { TopupStatus } from '#lib/contract/topups/calls.ts'
import {
  failureOfCode,
  failureOfUnsent,
  failureSentences,
  PAYBILL_INSTEAD,
} from '#lib/domain/mpesa/result-codes.ts'
import { promptSentences } from '#lib/domain/payments/prompt-standing.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'

/** How a top-up stands for its owner, and the sentence about it. Pure. */
export function standingOf(
  state: PaymentState,
  code: string | null,
  prompt: PromptStanding,
): { status: TopupStatus; message: string } {
  switch (state) {
    case 'credited':
      return { status: 'completed', message: 'The money is in your wallet.' }
    case 'declined': {
      const failure = failureOfCode(code ?? '')
      return { status: failure === 'no_answer' ? 'expired' : 'failed', message: failureSentences[failure] }
    }
    case 'rejected':
      return code === 'locked'
        ? { status: 'failed', message: failureSentences.locked }
        : { status: 'failed', message: `${failureSentences[failureOfUnsent(code)]} ${PAYBILL_INSTEAD}` }
    case 'review':
    case 'unresolved':
      return {
        status: 'pending',
        message: 'We are checking this payment with M-PESA. You do not have to pay again.',
      }
    case 'refund_pending':
      return { status: 'failed', message: 'This payment could not be taken and is sent back.' }
    case 'refunded':
      return { status: 'failed', message: 'This payment could not be taken and was sent back.' }
    default:
      return {
        status: 'pending',
        message:
          prompt === 'none' ? 'The prompt is about to be sent to your phone.' : promptSentences[prompt],
      }
  }
}
