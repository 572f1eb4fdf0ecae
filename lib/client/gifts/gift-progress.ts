import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'

/** For how long a prompt is shown: M-Pesa ends it after about a minute. */
export const PROMPT_SECONDS = 60

/** The state of a payment as the person has to know it. */
export type GiftProgress =
  | { kind: 'prompt'; secondsLeft: number }
  /** Others' prompts are sent before this one. */
  | { kind: 'queued'; seconds: number }
  /** M-Pesa has not said whether a prompt comes (`unsure`), or how it ended (`over`). */
  | { kind: 'unsure' | 'over' }
  | { kind: 'checking' }
  /** The video takes no votes any more: only what was paid in time counts. */
  | { kind: 'closed' }
  | { kind: 'paybill'; failure: GiftFailure; canRetry: boolean }
  | { kind: 'completed' }
  | { kind: 'failed'; failure: GiftFailure }
  | { kind: 'expired' | 'under_review' | 'refunded' }

/**
 * Reads a gift's state for the dialogs and the payment page.
 * @param startedAt milliseconds on this device's clock when the prompt was asked for; while it waits for others, when that was
 *   heard last
 */
export function giftProgress(gift: GiftView, startedAt: number, at: number): GiftProgress {
  if (gift.status === 'completed') return { kind: 'completed' }
  const failure = gift.failure && knownFailure(gift.failure)
  if (gift.status === 'failed') return { kind: 'failed', failure: failure ?? 'other' }
  if (gift.status !== 'pending') return { kind: gift.status }
  if (gift.paybill === null) return { kind: 'closed' }
  // The prompt was not sent, because M-Pesa is down or refused it.
  if (failure) return { kind: 'paybill', failure, canRetry: gift.can_retry_prompt }
  if (gift.wait_seconds !== null) {
    const passed = Math.max(0, Math.floor((at - startedAt) / 1000))
    return { kind: 'queued', seconds: Math.max(1, gift.wait_seconds - passed) }
  }
  if (gift.prompt === 'unsure' || gift.prompt === 'over') return { kind: gift.prompt }
  // A clock may have been set back meanwhile.
  const secondsLeft = Math.min(PROMPT_SECONDS, Math.ceil(PROMPT_SECONDS - (at - startedAt) / 1000))
  return gift.prompt_open && secondsLeft > 0 ? { kind: 'prompt', secondsLeft } : { kind: 'checking' }
}

const failures: Readonly<Record<GiftFailure, true>> = {
  cancelled: true,
  wrong_pin: true,
  low_balance: true,
  no_answer: true,
  limit: true,
  duplicate: true,
  locked: true,
  not_sent: true,
  wrong_number: true,
  paused: true,
  crowded: true,
  busy: true,
  other: true,
}

/** A page that is left open may hear a reason from a newer release, for which it has no words. */
function knownFailure(failure: GiftFailure): GiftFailure {
  return failures[failure] ? failure : 'other'
}

/** Whether the prompt never left: nothing is on a phone, and only who pays by Paybill pays. */
export function isUnsent(gift: GiftView): boolean {
  return gift.status === 'pending' && gift.failure !== null
}

/** Tells whether an outcome of the payment is known. Until it is final it may still change. */
export function isSettled(gift: GiftView): boolean {
  return gift.status !== 'pending'
}

/** Whether nothing changes any more. After any other end proof that it was paid still credits it (docs/money.md). */
export function isFinal({ status }: Pick<GiftView, 'status'>): boolean {
  return status === 'completed' || status === 'refunded'
}

/**
 * Since when a prompt may be on the phone, by what an answer says that came at this moment; null where it is no news. A prompt
 * that never left and is tried again comes later than it was asked for at first, as does one that waits for others.
 * @param before the answer before this one
 */
export function promptedAtBy(before: GiftView | null, answer: GiftView, at: number): number | null {
  const wasUnsent = before?.id === answer.id && (before.failure !== null || before.wait_seconds !== null)
  return answer.wait_seconds !== null || (wasUnsent && answer.failure === null) ? at : null
}

/** Milliseconds from one question to the next while the socket says nothing. */
const POLLS_MS = [5_000, 10_000, 20_000]
/** After an outcome, which is seldom followed by another one. */
const SETTLED_POLL_MS = 60_000

/**
 * Returns the milliseconds until a gift is asked about.
 * @param polls how often it was asked about before
 * @param settled whether there is an outcome
 */
export function nextPollMs(polls: number, settled = false): number {
  return settled ? SETTLED_POLL_MS : (POLLS_MS[polls] ?? 20_000)
}
