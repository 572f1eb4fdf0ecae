import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'

/** M-Pesa ends a prompt after a minute. */
export const PROMPT_SECONDS = 60

export type GiftProgress =
  | { kind: 'prompt'; secondsLeft: number }
  /** Other prompts are sent first. */
  | { kind: 'queued'; seconds: number }
  /** M-Pesa has not said whether a prompt comes (`unsure`), or how it ended (`over`). */
  | { kind: 'unsure' | 'over' }
  | { kind: 'checking' }
  /** Voting has ended: only payments made in time count. */
  | { kind: 'closed' }
  | { kind: 'paybill'; failure: GiftFailure; canRetry: boolean }
  | { kind: 'completed' }
  | { kind: 'failed'; failure: GiftFailure }
  | { kind: 'expired' | 'under_review' | 'refunded' }

export function giftProgress(gift: GiftView, startedAt: number, at: number): GiftProgress {
  if (gift.status === 'completed') return { kind: 'completed' }
  const failure = gift.failure && knownFailure(gift.failure)
  if (gift.status === 'failed') return { kind: 'failed', failure: failure ?? 'other' }
  if (gift.status !== 'pending') return { kind: gift.status }
  if (gift.paybill === null) return { kind: 'closed' }
  // The prompt was not sent: M-Pesa is down or refused it.
  if (failure) return { kind: 'paybill', failure, canRetry: gift.can_retry_prompt }
  if (gift.wait_seconds !== null) {
    const passed = Math.max(0, Math.floor((at - startedAt) / 1000))
    return { kind: 'queued', seconds: Math.max(1, gift.wait_seconds - passed) }
  }
  if (gift.prompt === 'unsure' || gift.prompt === 'over') return { kind: gift.prompt }
  // `min`, because the device's clock may have been set back.
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

/** Returns `other` for a newer release's reason: an open page has no words for it. */
function knownFailure(failure: GiftFailure): GiftFailure {
  return failures[failure] ? failure : 'other'
}

/** Whether the prompt was not sent, so that only Paybill can pay. */
export function isUnsent(gift: GiftView): boolean {
  return gift.status === 'pending' && gift.failure !== null
}

/** Whether the gift has an outcome; it can still change unless final. */
export function isSettled(gift: GiftView): boolean {
  return gift.status !== 'pending'
}

/**
 * Whether the outcome cannot change. After any other outcome, proof of payment still credits the gift
 * (docs/money.md).
 */
export function isFinal({ status }: Pick<GiftView, 'status'>): boolean {
  return status === 'completed' || status === 'refunded'
}

/**
 * Returns since when the phone may show a prompt; null if unchanged. A queued or unsent prompt starts at the
 * newest answer.
 */
export function promptedAtBy(before: GiftView | null, answer: GiftView, at: number): number | null {
  const wasUnsent = before?.id === answer.id && (before.failure !== null || before.wait_seconds !== null)
  return answer.wait_seconds !== null || (wasUnsent && answer.failure === null) ? at : null
}

/** Poll delays in ms while the socket is silent; the last one repeats. */
const POLLS_MS = [5_000, 10_000, 20_000]
/** Poll delay after an outcome, which rarely changes. */
const SETTLED_POLL_MS = 60_000

export function nextPollMs(polls: number, settled = false): number {
  return settled ? SETTLED_POLL_MS : (POLLS_MS[polls] ?? 20_000)
}
