import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { isBelieved, provesFailure } from '#lib/domain/outgoing/evidence.ts'
import { inFlightStates, type OutgoingEvidence } from '#lib/domain/outgoing/schema.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import type { AlertKind, Payout } from './schema.ts'

// The state machine of docs/money.md (Payouts): pure functions from one piece of evidence and one payout.

export type PayoutDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'pay'; readonly receipt: string; readonly paidAt: Date }
  /**
   * Proof that no money left. With `pause` our own fault: the hold stays, and the payout is sent again under
   * a new id.
   */
  | { readonly kind: 'fail'; readonly code: string; readonly pause: AlertKind | null }
  /** Unknown: the hold stays and M-Pesa is queried, without a wait if `atOnce`. */
  | { readonly kind: 'doubt'; readonly why: string; readonly atOnce: boolean }
  /** Only people can tell. */
  | { readonly kind: 'alert'; readonly alert: AlertKind; readonly detail: Sentence }

/** Codes of our own faults: the whole queue waits for people. */
const pauses: Readonly<Record<string, AlertKind>> = { '1': 'no_float', '2001': 'initiator_refused' }

/** Returns a reason for the owner, from M-Pesa's code (docs/daraja.md, Result). */
export function withdrawalFailureOf(code: string | null): Withdrawal['failure'] {
  switch (code) {
    case '3':
    case '4':
    case '8':
      return 'limit'
    case '2040':
      return 'not_registered'
    default:
      return 'other'
  }
}

/** A payout is cancellable if not sent to M-Pesa, or refused by it. */
export function isCancellable({ state, isHeld }: Pick<Payout, 'state' | 'isHeld'>): boolean {
  return isHeld && (state === 'requested' || state === 'approved' || state === 'failed')
}

/** The alert that pauses the queue, or null. */
function pauseAfter(code: string): AlertKind | null {
  return pauses[code] ?? null
}

/** @param attemptId the call that the evidence belongs to, from the secret callback address */
export function decidePayout(payout: Payout, attemptId: string, evidence: OutgoingEvidence): PayoutDecision {
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
  paid: OutgoingEvidence & { kind: 'paid' },
): PayoutDecision {
  const { state } = payout
  const isCurrent = payout.attemptId === attemptId
  if (state === 'paid') return { kind: 'nothing', why: 'already paid' }
  if (!isBelieved(payout, paid))
    return isCurrent && isOneOf(inFlightStates, state)
      ? { kind: 'doubt', why: 'not believed', atOnce: true }
      : { kind: 'nothing', why: 'not believed' }
  // Paid by a call that M-Pesa had refused, while another is in flight: possibly paid twice.
  if (!isCurrent && isOneOf(inFlightStates, state))
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.refused_paid', { receipt: paid.receipt }),
    }
  if (paid.amount !== null && paid.amount !== payout.amount)
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.other_amount', { receipt: paid.receipt }),
    }
  if (!payout.isHeld && state !== 'failed')
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.ended_paid', { receipt: paid.receipt, state }),
    }
  return { kind: 'pay', receipt: paid.receipt, paidAt: paid.paidAt }
}

function decideFailed(
  payout: Payout,
  attemptId: string,
  failed: OutgoingEvidence & { kind: 'failed' },
): PayoutDecision {
  if (payout.attemptId !== attemptId || !isOneOf(inFlightStates, payout.state))
    return { kind: 'nothing', why: `already ${payout.state}` }
  if (!isBelieved(payout, failed)) return { kind: 'doubt', why: 'not believed', atOnce: true }
  if (!provesFailure(failed.code)) return { kind: 'doubt', why: `code ${failed.code}`, atOnce: true }
  return { kind: 'fail', code: failed.code, pause: pauseAfter(failed.code) }
}
