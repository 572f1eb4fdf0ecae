import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import type { FollowedPrompt } from './wait.ts'

export type SentPrompt = {
  readonly state: PaymentState
  readonly submittedAt: Date | null
  /** When M-Pesa confirmed the payment, if its time is still unknown. */
  readonly confirmedAt: Date | null
}

/**
 * Judges a prompt by the clock too: after 90 seconds no prompt is on a phone, even if no worker has checked
 * the payment since. Pure.
 */
export function promptStandingOf({ state, submittedAt, confirmedAt }: SentPrompt, at: Date): PromptStanding {
  if (confirmedAt !== null) return 'none'
  switch (state) {
    case 'submitting':
    case 'submit_unknown':
      return isOver(submittedAt, at) ? 'over' : 'unsure'
    case 'awaiting':
      return isOver(submittedAt, at) ? 'over' : 'sent'
    case 'verifying':
      return 'over'
    default:
      return 'none'
  }
}

function isOver(submittedAt: Date | null, at: Date): boolean {
  return submittedAt !== null && at.getTime() - submittedAt.getTime() >= VERIFYING_AFTER_SECONDS * 1_000
}

export function promptKey(prompt: PromptStanding) {
  return prompt === 'none' ? 'prompt.coming' : (`prompt.${prompt}` as const)
}

export function orderedSentence({ state, code, waitSeconds }: FollowedPrompt): Sentence {
  if (state === 'rejected') {
    const failure = failureOfUnsent(code)
    const why = failure === 'not_sent' ? say('prompt.not_sent') : say(`failure.${failure}`)
    return sayAll([why, say('pay_by_paybill')])
  }
  if (waitSeconds !== null) return say('prompt.queued', { seconds: waitSeconds })
  return say(state === 'submit_unknown' || state === 'submitting' ? 'prompt.unsure' : 'prompt.ordered')
}
