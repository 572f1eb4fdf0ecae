import { addSeconds } from '#lib/core/clock.ts'
import { failureOfCode } from '#lib/domain/mpesa/result-codes.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import { isOneOf, paidStates } from './states.ts'

// How often a phone may be asked for its PIN (docs/decisions/0006). Pure.

/** A prompt that is no longer on its phone. */
export type EndedPrompt = {
  readonly state: PaymentState
  readonly resultCode: string | null
  /** Whether M-Pesa has given it an id: else nobody knows that it ever came to the phone. */
  readonly isKnown: boolean
  /** When it was settled; when it was sent, where its end is not known. */
  readonly at: Date
  readonly asker: string
  readonly network: string
}

/** So many prompts in a row may go unpaid before the phone waits. */
const FREE_TRIES = 2
/** Seconds that a phone waits after the second unpaid prompt in a row, the third, the fourth, and each further one. */
const WAITS_SECONDS = [60, 300, 1_800, 86_400] as const

/** Ends of which the phone's owner has seen nothing: M-Pesa refused or lost the prompt by itself. */
const unseen = new Set(['not_sent', 'duplicate', 'locked'])

/**
 * The prompts since the last one that was paid which came to the phone and were declined or not answered.
 * @param prompts newest first
 */
export function unpaidInARow(prompts: readonly EndedPrompt[]): EndedPrompt[] {
  const paidAt = prompts.findIndex(({ state }) => isPaid(state))
  return prompts.slice(0, paidAt < 0 ? prompts.length : paidAt).filter(wasSeen)
}

/** Whether money came for it, wherever that is now. */
export function isPaid(state: PaymentState): boolean {
  return isOneOf(paidStates, state)
}

function wasSeen({ state, resultCode, isKnown }: EndedPrompt): boolean {
  if (state === 'declined') return !unseen.has(failureOfCode(resultCode ?? ''))
  return isKnown && (state === 'verifying' || state === 'unresolved')
}

/** From when on a phone may be prompted again, or null where it need not wait. @param unpaid as `unpaidInARow` answers */
export function nextPromptAt(unpaid: readonly EndedPrompt[]): Date | null {
  const [last] = unpaid
  if (!last || unpaid.length < FREE_TRIES) return null
  const wait = WAITS_SECONDS[Math.min(unpaid.length - FREE_TRIES, WAITS_SECONDS.length - 1)] ?? 0
  const endedAt = last.state === 'declined' ? last.at : addSeconds(last.at, VERIFYING_AFTER_SECONDS)
  return addSeconds(endedAt, wait)
}
