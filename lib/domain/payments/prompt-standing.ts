import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import type { FollowedPrompt } from './wait.ts'

/** How a payment's prompt was sent. */
export type SentPrompt = {
  readonly state: PaymentState
  readonly submittedAt: Date | null
  /** When M-Pesa said that it was paid, where only the time of it is not known yet. */
  readonly confirmedAt: Date | null
}

/**
 * What is known of the prompt of a payment at a moment. Pure. It goes by the clock and not by the worker alone: after 90
 * seconds no prompt is on a phone any more, whether or not somebody has looked at the payment since.
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

/** What a payer is told of a prompt, whatever the payment was for. */
export function promptKey(prompt: PromptStanding) {
  return prompt === 'none' ? 'prompt.coming' : (`prompt.${prompt}` as const)
}

/** What is said to who has just asked for a prompt, by how its payment stood when it was followed. */
export function orderedSentence({ state, code, waitSeconds }: FollowedPrompt): Sentence {
  if (state === 'rejected') {
    const failure = failureOfUnsent(code)
    const why = failure === 'not_sent' ? say('prompt.not_sent') : say(`failure.${failure}`)
    return sayAll([why, say('pay_by_paybill')])
  }
  if (waitSeconds !== null) return say('prompt.queued', { seconds: waitSeconds })
  return say(state === 'submit_unknown' || state === 'submitting' ? 'prompt.unsure' : 'prompt.ordered')
}
