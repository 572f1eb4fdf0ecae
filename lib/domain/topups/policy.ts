import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { TopupStatus } from '#lib/contract/topups/calls.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { promptKey } from '#lib/domain/payments/policy.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'

export function standingOf(
  state: PaymentState,
  code: string | null,
  prompt: PromptStanding,
): { status: TopupStatus; message: Sentence } {
  switch (state) {
    case 'credited':
      return { status: 'completed', message: say('topup.completed') }
    case 'declined': {
      const failure = failureOfCode(code ?? '')
      return { status: failure === 'no_answer' ? 'expired' : 'failed', message: say(`failure.${failure}`) }
    }
    case 'rejected': {
      const sentence = say(`failure.${failureOfUnsent(code)}`)
      return {
        status: 'failed',
        message: code === 'locked' ? sentence : sayAll([sentence, say('pay_by_paybill')]),
      }
    }
    case 'review':
    case 'unresolved':
      return { status: 'pending', message: say('topup.unclear') }
    case 'refund_pending':
      return { status: 'failed', message: say('topup.being_sent_back') }
    case 'refunded':
      return { status: 'failed', message: say('topup.sent_back') }
    default:
      return { status: 'pending', message: say(promptKey(prompt)) }
  }
}
