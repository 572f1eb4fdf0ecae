import { addSeconds } from '#lib/core/clock.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { type AlertKind, inFlightStates, type Payout, type PayoutEvidence } from './schema.ts'

// The state machine of docs/money.md (Payouts): what one piece of evidence does to one payout. It reads and writes nothing.

/** What to do with a payout after a piece of evidence. */
export type PayoutDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'pay'; readonly receipt: string; readonly paidAt: Date }
  /** Proof that no money left. With `pause` it is our own fault: the hold stays, and the payout is sent again under a new id. */
  | { readonly kind: 'fail'; readonly code: string; readonly pause: AlertKind | null }
  /** Nobody knows: the hold stays and M-Pesa is asked, with `atOnce` without the usual wait. */
  | { readonly kind: 'doubt'; readonly why: string; readonly atOnce: boolean }
  /** Only people can tell. */
  | { readonly kind: 'alert'; readonly alert: AlertKind; readonly detail: string }

/** The codes of failures that are our own fault: the whole queue waits for people. */
const pauses: Readonly<Record<string, AlertKind>> = { '1': 'no_float', '2001': 'initiator_refused' }

/** The codes of docs/daraja.md (Result) that say that no money has left. Any other code decides nothing. */
const failures = new Set([
  '1',
  '2',
  '3',
  '4',
  '8',
  '11',
  '21',
  '2001',
  '2006',
  '2028',
  '2040',
  '8006',
  'SFC_IC0003',
])

/** In the place of M-Pesa's code: people have found in its portal that it was not paid. It says nothing of whether M-Pesa takes what it is sent. */
export const FOUND_UNPAID = 'found_unpaid'

/** Whether M-Pesa's code says that no money has left and none will. */
export function provesFailure(code: string): boolean {
  return failures.has(code)
}

/** Whether its owner may still cancel it: it was not sent to M-Pesa, or M-Pesa has refused it. */
export function isCancellable({ state, isHeld }: Pick<Payout, 'state' | 'isHeld'>): boolean {
  return isHeld && (state === 'requested' || state === 'approved' || state === 'failed')
}

/** Returns the alert with which the whole queue waits after that code, or null. */
function pauseAfter(code: string): AlertKind | null {
  return pauses[code] ?? null
}

/**
 * Decides one piece of evidence.
 * @param attemptId the call that the evidence belongs to, from the secret address that it came to
 */
export function decidePayout(payout: Payout, attemptId: string, evidence: PayoutEvidence): PayoutDecision {
  switch (evidence.kind) {
    case 'paid':
      return decidePaid(payout, attemptId, evidence)
    case 'failed':
      return decideFailed(payout, attemptId, evidence)
    case 'timeout':
      return payout.attemptId === attemptId && (payout.state === 'accepted' || payout.state === 'submitting')
        ? { kind: 'doubt', why: 'queue timed out', atOnce: false }
        : { kind: 'nothing', why: `already ${payout.state}` }
    case 'undecided':
      return { kind: 'nothing', why: evidence.why }
  }
}

function decidePaid(
  payout: Payout,
  attemptId: string,
  paid: PayoutEvidence & { kind: 'paid' },
): PayoutDecision {
  const { state } = payout
  const isCurrent = payout.attemptId === attemptId
  if (state === 'paid') return { kind: 'nothing', why: 'already paid' }
  if (!isBelieved(payout, paid))
    return isCurrent && isOneOf(inFlightStates, state)
      ? { kind: 'doubt', why: 'not believed', atOnce: true }
      : { kind: 'nothing', why: 'not believed' }
  // It was paid by a call that M-Pesa had refused, while another call is in flight: it may be paid twice.
  if (!isCurrent && isOneOf(inFlightStates, state))
    return { kind: 'alert', alert: 'contradiction', detail: `${paid.receipt} paid a refused attempt` }
  if (paid.amount !== null && paid.amount !== payout.amount)
    return { kind: 'alert', alert: 'contradiction', detail: `${paid.receipt} paid another amount` }
  if (!payout.isHeld && state !== 'failed')
    return { kind: 'alert', alert: 'contradiction', detail: `${paid.receipt} paid what was ${state}` }
  return { kind: 'pay', receipt: paid.receipt, paidAt: paid.paidAt }
}

function decideFailed(
  payout: Payout,
  attemptId: string,
  failed: PayoutEvidence & { kind: 'failed' },
): PayoutDecision {
  if (payout.attemptId !== attemptId || !isOneOf(inFlightStates, payout.state))
    return { kind: 'nothing', why: `already ${payout.state}` }
  if (!isBelieved(payout, failed)) return { kind: 'doubt', why: 'not believed', atOnce: true }
  if (!provesFailure(failed.code)) return { kind: 'doubt', why: `code ${failed.code}`, atOnce: true }
  return { kind: 'fail', code: failed.code, pause: pauseAfter(failed.code) }
}

/**
 * Whether the sender is believed and the evidence names no other conversation than the acknowledgement.
 * @param asked the payout or refund that the evidence is about
 */
export function isBelieved(
  asked: { readonly conversationId: string | null },
  { trusted, conversationId }: { trusted: boolean; conversationId: string | null },
): boolean {
  const isOther =
    conversationId !== null && asked.conversationId !== null && conversationId !== asked.conversationId
  return trusted && !isOther
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 15 * MINUTE
/** People are told after so many tries in a row that M-Pesa has not accepted: seven and a half minutes after the first. */
export const TELL_AFTER_TRIES = 5
/** Where M-Pesa accepts none of so many in a row, the cause is not one of theirs, and the rest waits for the worker's next turn. */
export const REFUSED_IN_A_ROW = 3
/**
 * After so many answers in a row that prove nothing, M-Pesa's line is silent, and the rest waits. One such answer may be about
 * its payout alone, and a second may be chance. Each further one costs a day of questions and the time of two people.
 */
const UNPROVEN_IN_A_ROW = 3
/** A turn sends no more than that: at half a second each it is over in less than half a minute. The next one goes on. */
export const MOST_IN_A_TURN = 50

/**
 * Returns how long something that M-Pesa has not accepted waits until it is sent again.
 * @param tries in a row, at least 1
 * @returns seconds
 */
export function waitAfter(tries: number): number {
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (tries - 1), LONGEST_WAIT_SECONDS)
}

/** What M-Pesa's newest answers to the sending of payouts, or of refunds, say of its line. */
export type Line = {
  /** So many in a row prove nothing. */
  readonly unproven: number
  /** When the newest of these was sent. */
  readonly lastAt: Date | null
}

/** Whether nothing proves any more that M-Pesa takes what it is sent. */
export function isSilent({ unproven }: Line): boolean {
  return unproven >= UNPROVEN_IN_A_ROW
}

/**
 * Whether one may be sent now. On a silent line each try may be one more of which nobody knows, so the tries grow rarer, as
 * those of a payout that is not accepted.
 */
export function mayTryLine(line: Line, moment: Date): boolean {
  if (!isSilent(line) || line.lastAt === null) return true
  return moment >= addSeconds(line.lastAt, waitAfter(line.unproven - UNPROVEN_IN_A_ROW + 1))
}

/** Seconds after sending at which M-Pesa is asked. At the last of them people are told. */
const ASK_AFTER_SECONDS = [5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * HOUR, 24 * HOUR, 25 * HOUR]

/** Returns when a payout that was sent at `submittedAt` is due next; null after the last time, which is for people. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  const next = ASK_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  return next === undefined ? null : addSeconds(submittedAt, next)
}
