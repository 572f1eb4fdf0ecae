import type { CaseStatus, ResolutionActionName } from '#lib/contract/reconciliation/calls.ts'
import type { AlertKind } from '#lib/domain/payouts/schema.ts'
import type { PaymentSubject, PayoutSubject, ReceiptSubject, RefundView, Subject } from './schema.ts'

// What can be proposed about what, and how it stands: pure (docs/decisions/0020).

/** What is counted on the word of a query comes before people where no receipt has come within this time. */
export const PROOF_WITHIN_SECONDS = 24 * 3_600

/** The actions that can be proposed about something as it is now. */
export function possibleActions(subject: Subject): ResolutionActionName[] {
  switch (subject.kind) {
    case 'payment':
      return paymentActions(subject)
    case 'receipt':
      return receiptActions(subject)
    case 'payout':
      return payoutActions(subject)
    case 'difference':
      return subject.isOpen ? ['close'] : []
    case 'alert':
      return []
  }
}

function paymentActions(subject: PaymentSubject): ResolutionActionName[] {
  const { state, money, refund, amount, wasTakenBack, purpose, receiptMissingSince } = subject
  if (refund && refund.problem !== '') return refundActions(refund)
  switch (state) {
    case 'review':
      if (money?.status !== 'unmatched') return wasTakenBack ? ['close'] : ['credit', 'close']
      return money.amount === amount && !wasTakenBack ? ['credit', 'refund', 'close'] : ['refund', 'close']
    case 'unresolved':
      return ['credit', 'close']
    case 'credited':
      if (receiptMissingSince) return purpose === 'gift' ? ['found_paid', 'found_unpaid'] : ['found_paid']
      // Of what was paid otherwise than asked for the platform holds the difference already.
      return purpose === 'gift' && money?.amount === amount ? ['refund'] : []
    default:
      return []
  }
}

/** Once a day of asking has told nothing; or where M-Pesa does not take it on, and it is not being sent just now. */
function payoutActions({ isUnclear, isStuck, state }: PayoutSubject): ResolutionActionName[] {
  return isUnclear || (isStuck && state === 'approved') ? ['found_paid', 'found_unpaid'] : []
}

function receiptActions({ money, refund }: ReceiptSubject): ResolutionActionName[] {
  if (refund && refund.problem !== '') return refundActions(refund)
  return money.status === 'unmatched' ? ['credit', 'refund', 'close'] : []
}

/** M-Pesa has not told or does not take it on, or has contradicted itself about what is over. */
function refundActions({ state }: RefundView): ResolutionActionName[] {
  // It is being sent just now: what comes of that, nobody has looked for yet.
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
    case 'alert':
      if (!subject.isOpen) return 'closed'
      return alertStatus(subject.alert)
  }
}

function paymentStatus({ state, refund, money, receiptMissingSince }: PaymentSubject): CaseStatus {
  if (refund && refund.problem !== '') return 'refund_unclear'
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

function receiptStatus({ money, refund }: ReceiptSubject): CaseStatus {
  if (refund && refund.problem !== '') return 'refund_unclear'
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
  if (state === 'paid' || state === 'cancelled') return state
  return state === 'failed' ? 'not_paid' : 'waiting'
}

/** A phone with its middle hidden; what M-Pesa has masked or hashed itself is shortened. */
export function maskPhone(phone: string | null): string {
  if (!phone) return ''
  return /^\d{10,12}$/.test(phone) ? `${phone.slice(0, -6)}•••${phone.slice(-3)}` : phone.slice(0, 12)
}

/** A body as it came, with every phone in it masked. */
export function maskPhones(text: string): string {
  return text.replace(/(?<!\d)(?:254|0)[17]\d{8}(?!\d)/g, (phone) => maskPhone(phone))
}
