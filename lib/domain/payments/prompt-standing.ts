import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { failureOfUnsent, failureSentences, PAYBILL_INSTEAD } from '#lib/domain/mpesa/result-codes.ts'
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

/** What a payer is told of a prompt whose end is not known, whatever the payment was for. */
export const promptSentences: Record<Exclude<PromptStanding, 'none'>, string> = {
  sent: 'Approve the payment on your phone.',
  unsure:
    'M-PESA did not answer clearly, so we can not be sure that a prompt reaches your phone. If it comes, enter your M-PESA PIN there. If not, you can pay by Paybill.',
  over: 'M-PESA has not told us whether this was paid, and no prompt waits on your phone any more. If you paid, it counts by itself. If not, pay by Paybill or try again.',
}

/** @param seconds about how long the prompt waits for those before it */
export function waitSentence(seconds: number): string {
  return `Many people are paying at this moment. The prompt comes to your phone in about ${seconds} seconds.`
}

/** What is said to who has just asked for a prompt, by how its payment stood when it was followed. */
export function orderedSentence({ state, code, waitSeconds }: FollowedPrompt): string {
  if (state === 'rejected') {
    const failure = failureOfUnsent(code)
    const why = failure === 'not_sent' ? 'M-PESA can not send a prompt right now.' : failureSentences[failure]
    return `${why} ${PAYBILL_INSTEAD}`
  }
  if (waitSeconds !== null) return waitSentence(waitSeconds)
  if (state === 'submit_unknown' || state === 'submitting') return promptSentences.unsure
  return 'Check your phone and enter your M-PESA PIN to approve the payment.'
}
