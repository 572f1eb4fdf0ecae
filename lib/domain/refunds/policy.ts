import { isOneOf } from '#lib/domain/payments/states.ts'
import { provesFailure } from '#lib/domain/payouts/policy.ts'
import { inFlightStates, type PayoutEvidence } from '#lib/domain/payouts/schema.ts'
import type { Refund } from './schema.ts'

// The state machine of docs/decisions/0020, pure: what one piece of evidence does to one refund.

/** What to do with a refund after a piece of evidence. */
export type RefundDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  /** The money is back with its payer. `proof` is M-Pesa's receipt of that, where it gave one. */
  | { readonly kind: 'complete'; readonly proof: string | null; readonly at: Date | null }
  /** Proof that nothing was sent: the money is for people again. */
  | { readonly kind: 'fail'; readonly code: string }
  /** Nobody knows: M-Pesa is asked; `atOnce` where there is a reason not to wait. */
  | { readonly kind: 'doubt'; readonly why: string; readonly atOnce: boolean }
  /** Only people can tell. */
  | { readonly kind: 'people'; readonly problem: string }

/** Daraja, Reversal: the payment is back with its payer, whoever has sent it. */
const ALREADY_REVERSED = 'R000001'
/** Daraja, Reversal: there is no such payment. */
const NO_SUCH_PAYMENT = 'R000002'

/**
 * Decides one piece of evidence.
 * @param attemptId the call that it belongs to, from its secret address
 */
export function decideRefund(refund: Refund, attemptId: string, evidence: PayoutEvidence): RefundDecision {
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
  paid: PayoutEvidence & { kind: 'paid' },
): RefundDecision {
  if (refund.state === 'done') return { kind: 'nothing', why: 'already done' }
  // Asked after a reversal, M-Pesa may tell of the payment that is to be reversed: that it was paid is no news.
  if (paid.receipt === refund.receipt) return { kind: 'nothing', why: 'speaks of the payment itself' }
  if (!isBelieved(refund, paid))
    return isCurrent && isOneOf(inFlightStates, refund.state)
      ? { kind: 'doubt', why: 'not believed', atOnce: true }
      : { kind: 'nothing', why: 'not believed' }
  if (paid.amount !== null && paid.amount !== refund.amount)
    return { kind: 'people', problem: `${paid.receipt} sent another amount` }
  // Of a call that was refused as well: M-Pesa reverses a payment once, and pays once for each originator id.
  return { kind: 'complete', proof: paid.receipt, at: paid.paidAt }
}

function decideFailed(
  refund: Refund,
  isCurrent: boolean,
  failed: PayoutEvidence & { kind: 'failed' },
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

/** A sender that is believed, and no other conversation than the acknowledged one. */
function isBelieved(
  refund: Refund,
  { trusted, conversationId }: { trusted: boolean; conversationId: string | null },
): boolean {
  const isOther =
    conversationId !== null && refund.conversationId !== null && conversationId !== refund.conversationId
  return trusted && !isOther
}
