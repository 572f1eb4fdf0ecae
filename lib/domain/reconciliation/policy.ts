import type { CaseStatus, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'
import { Sentence, storedSentence } from '#lib/core/sentence.ts'
import type { AlertKind } from '#lib/domain/payouts/schema.ts'
import type {
  AlertSubject,
  Money,
  PaymentSubject,
  PayoutSubject,
  ReceiptSubject,
  RefundView,
  ReversalView,
  Subject,
} from './schema.ts'

// Actions and status of a case (docs/decisions/0010). Pure functions.

/** After this time a payment counted by a query needs people, if no receipt has come. */
export const PROOF_WITHIN_SECONDS = 24 * 3_600

export function possibleActions(subject: Subject): ResolutionActionName[] {
  switch (subject.kind) {
    case 'payment':
      return paymentActions(subject)
    case 'receipt':
      return receiptActions(subject)
    case 'payout':
      return payoutActions(subject)
    case 'difference':
      // A cash journal resolves a difference (lib/domain/cash).
      return []
    case 'reversal':
      return subject.isOpen ? ['refund', 'close'] : []
    case 'alert':
      return canBeBooked(subject) ? ['found_paid'] : []
  }
}

/**
 * Whether an alert's payout may have left after its hold had ended. Another amount than the payout's is not
 * booked.
 */
const canBeBooked = ({ isOpen, isReleased, alert, detail }: AlertSubject) =>
  isOpen && isReleased && alert === 'contradiction' && !isOtherAmount(storedSentence(detail))

const isOtherAmount = (said: Sentence | string) =>
  said instanceof Sentence && said.key === 'alert.other_amount'

function paymentActions(subject: PaymentSubject): ResolutionActionName[] {
  const { state, money, refund, reversal, amount, wasTakenBack, purpose, receiptMissingSince } = subject
  if (refund && refund.problem !== '') return refundActions(refund)
  // If another amount was paid, the platform has already booked the difference.
  if (reversal) return reversedActions(money, reversal, state !== 'credited' || money?.amount === amount)
  switch (state) {
    case 'review':
      if (money?.status !== 'unmatched') return wasTakenBack ? ['close'] : ['credit', 'close']
      return money.amount === amount && !wasTakenBack ? ['credit', 'refund', 'close'] : ['refund', 'close']
    case 'unresolved':
      return ['credit', 'close']
    case 'credited':
      if (receiptMissingSince) return purpose === 'gift' ? ['found_paid', 'found_unpaid'] : ['found_paid']
      // If another amount was paid, the platform has already booked the difference: the payment can be neither
      // refunded nor held for a signal.
      return purpose === 'gift' && money?.amount === amount ? ['refund'] : []
    default:
      return []
  }
}

/**
 * A payment that M-Pesa reversed is reversed here as a whole (`refund`), unless its refund is under way.
 * Earlier refunds and partial reversals need an investigation. `unlink` is for a line that names a wrong
 * payment.
 */
function reversedActions(
  money: Money | null,
  reversal: ReversalView,
  isAsCounted: boolean,
): ResolutionActionName[] {
  if (!money || money.status === 'refund_pending') return []
  const isWhole = money.amount === reversal.amount && isAsCounted
  return isWhole && money.status !== 'refunded' ? ['refund', 'close', 'unlink'] : ['close', 'unlink']
}

/**
 * Actions are possible after a day of queries without an outcome, or if M-Pesa refuses the payout and no call
 * is under way.
 */
function payoutActions({ isUnclear, isStuck, state }: PayoutSubject): ResolutionActionName[] {
  return isUnclear || (isStuck && state === 'approved') ? ['found_paid', 'found_unpaid'] : []
}

function receiptActions({ money, refund, reversal }: ReceiptSubject): ResolutionActionName[] {
  if (refund && refund.problem !== '') return refundActions(refund)
  if (reversal) return reversedActions(money, reversal, true)
  return money.status === 'unmatched' ? ['credit', 'refund', 'close'] : []
}

/**
 * Actions are possible if M-Pesa gives no outcome, refuses the refund, or contradicted itself about a closed
 * one.
 */
function refundActions({ state }: RefundView): ResolutionActionName[] {
  // A call is under way, so nobody can have checked its outcome.
  if (state === 'submitting') return []
  return state === 'done' || state === 'failed' ? ['close'] : ['found_paid', 'found_unpaid']
}

export function statusOf(subject: Subject): CaseStatus {
  switch (subject.kind) {
    case 'payment':
      return paymentStatus(subject)
    case 'receipt':
      return receiptStatus(subject)
    case 'payout':
      return payoutStatus(subject)
    case 'difference':
      return subject.isOpen ? 'difference' : 'closed'
    case 'reversal':
      return subject.isOpen ? 'reversed' : 'closed'
    case 'alert':
      if (!subject.isOpen) return 'closed'
      return alertStatus(subject.alert)
  }
}

function paymentStatus({ state, refund, reversal, money, receiptMissingSince }: PaymentSubject): CaseStatus {
  if (refund && refund.problem !== '') return 'refund_unclear'
  if (reversal) return 'reversed'
  switch (state) {
    case 'review':
    case 'unresolved':
    case 'refunded':
      return state
    case 'credited':
      return receiptMissingSince ? 'unproven' : 'counted'
    case 'declined':
    case 'rejected':
      return money?.status === 'written_off' ? 'written_off' : 'not_paid'
    case 'refund_pending':
      return 'refunding'
    default:
      return 'waiting'
  }
}

function receiptStatus({ money, refund, reversal }: ReceiptSubject): CaseStatus {
  if (refund && refund.problem !== '') return 'refund_unclear'
  if (reversal) return 'reversed'
  switch (money.status) {
    case 'unmatched':
      return 'suspense'
    case 'refund_pending':
      return 'refunding'
    case 'refunded':
    case 'written_off':
      return money.status
    default:
      return 'counted'
  }
}

function alertStatus(alert: AlertKind): CaseStatus {
  if (alert === 'contradiction') return 'contradiction'
  return alert === 'all_stuck' ? 'payouts_stuck' : 'payouts_paused'
}

function payoutStatus({ state, isUnclear, isStuck, needsApproval }: PayoutSubject): CaseStatus {
  if (isUnclear) return 'payout_unclear'
  if (isStuck) return 'payout_stuck'
  if (needsApproval) return 'payout_approval'
  switch (state) {
    case 'requested':
      return 'held'
    case 'approved':
      return 'due'
    case 'submitting':
    case 'accepted':
      return 'sent'
    default:
      return state
  }
}

/** Hides the middle of a phone; shortens a phone that M-Pesa has masked or hashed. */
export function maskPhone(phone: string | null): string {
  if (!phone) return ''
  return /^\d{10,12}$/.test(phone) ? `${phone.slice(0, -6)}•••${phone.slice(-3)}` : phone.slice(0, 12)
}

export function maskPhones(text: string): string {
  return text.replace(/(?<!\d)(?:254|0)[17]\d{8}(?!\d)/g, (phone) => maskPhone(phone))
}
