import { isBelieved, provesFailure } from '#lib/domain/outgoing/evidence.ts'
import { inFlightStates, type OutgoingEvidence } from '#lib/domain/outgoing/schema.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import type { Refund } from './schema.ts'

// The state machine of docs/decisions/0010: pure functions from one piece of evidence and one refund.

export type RefundDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  /** The payer has the money. `proof` is M-Pesa's receipt of that, if any. */
  | { readonly kind: 'complete'; readonly proof: string | null; readonly at: Date | null }
  /** Proof that nothing was sent: people decide again. */
  | { readonly kind: 'fail'; readonly code: string }
  /** Unknown: M-Pesa is queried, without a wait if `atOnce`. */
  | { readonly kind: 'doubt'; readonly why: string; readonly atOnce: boolean }
  /** M-Pesa's answer contradicts the refund: people decide. */
  | { readonly kind: 'people'; readonly problem: string }

/** Result code: the payment was already reversed. */
const ALREADY_REVERSED = 'R000001'
/** Result code: the payment to reverse does not exist. */
const NO_SUCH_PAYMENT = 'R000002'

/** @param attemptId the call that the evidence belongs to, from the secret callback address */
export function decideRefund(refund: Refund, attemptId: string, evidence: OutgoingEvidence): RefundDecision {
  const isCurrent = refund.attemptId === attemptId
  switch (evidence.kind) {
    case 'paid':
      return decidePaid(refund, isCurrent, evidence)
    case 'failed':
      return decideFailed(refund, isCurrent, evidence)
    case 'timeout':
      return isCurrent && (refund.state === 'accepted' || refund.state === 'submitting')
        ? { kind: 'doubt', why: 'queue timed out', atOnce: false }
        : { kind: 'nothing', why: `already ${refund.state}` }
    case 'undecided':
      return { kind: 'nothing', why: evidence.why }
  }
}

function decidePaid(
  refund: Refund,
  isCurrent: boolean,
  paid: OutgoingEvidence & { kind: 'paid' },
): RefundDecision {
  if (refund.state === 'done') return { kind: 'nothing', why: 'already done' }
  // A query about a reversal may return the original payment, which is no proof.
  if (paid.receipt === refund.receipt) return { kind: 'nothing', why: 'speaks of the payment itself' }
  if (!isBelieved(refund, paid))
    return isCurrent && isOneOf(inFlightStates, refund.state)
      ? { kind: 'doubt', why: 'not believed', atOnce: true }
      : { kind: 'nothing', why: 'not believed' }
  if (paid.amount !== null && paid.amount !== refund.amount)
    return { kind: 'people', problem: `${paid.receipt} sent another amount` }
  // Evidence about an earlier call counts too: M-Pesa reverses a payment once, and pays once per originator
  // id.
  return { kind: 'complete', proof: paid.receipt, at: paid.paidAt }
}

function decideFailed(
  refund: Refund,
  isCurrent: boolean,
  failed: OutgoingEvidence & { kind: 'failed' },
): RefundDecision {
  if (!isCurrent || !isOneOf(inFlightStates, refund.state))
    return { kind: 'nothing', why: `already ${refund.state}` }
  if (!isBelieved(refund, failed)) return { kind: 'doubt', why: 'not believed', atOnce: true }
  if (refund.method === 'reversal' && failed.code === ALREADY_REVERSED)
    return { kind: 'complete', proof: null, at: null }
  if (provesFailure(failed.code) || failed.code === NO_SUCH_PAYMENT)
    return { kind: 'fail', code: failed.code }
  return { kind: 'doubt', why: `code ${failed.code}`, atOnce: true }
}
