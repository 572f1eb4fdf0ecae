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

// Which actions can be proposed about a case, and which status it has (docs/decisions/0010). All functions are pure.

/** A payment that was counted on the word of a query is for people where no receipt has come within this time. */
export const PROOF_WITHIN_SECONDS = 24 * 3_600

/** Returns the actions that can be proposed about a case in its present state. */
export function possibleActions(subject: Subject): ResolutionActionName[] {
  switch (subject.kind) {
    case 'payment':
      return paymentActions(subject)
    case 'receipt':
      return receiptActions(subject)
    case 'payout':
      return payoutActions(subject)
    case 'difference':
      // A journal of what happened resolves it (lib/domain/cash).
      return []
    case 'reversal':
      return subject.isOpen ? ['refund', 'close'] : []
    case 'alert':
      return canBeBooked(subject) ? ['found_paid'] : []
  }
}

/** Whether an alert is of a payout that may have left after its money was released. Another amount than the payout's is not booked. */
const canBeBooked = ({ isOpen, isReleased, alert, detail }: AlertSubject) =>
  isOpen && isReleased && alert === 'contradiction' && !isOtherAmount(storedSentence(detail))

/** Earlier releases have stored the English sentence. */
const isOtherAmount = (said: Sentence | string) =>
  said instanceof Sentence ? said.key === 'alert.other_amount' : said.endsWith('paid another amount')

function paymentActions(subject: PaymentSubject): ResolutionActionName[] {
  const { state, money, refund, reversal, amount, wasTakenBack, purpose, receiptMissingSince } = subject
  if (refund && refund.problem !== '') return refundActions(refund)
  // Where another amount was paid than was counted, the difference is with the platform already.
  if (reversal) return reversedActions(money, reversal, state !== 'credited' || money?.amount === amount)
  switch (state) {
    case 'review':
      if (money?.status !== 'unmatched') return wasTakenBack ? ['close'] : ['credit', 'close']
      return money.amount === amount && !wasTakenBack ? ['credit', 'refund', 'close'] : ['refund', 'close']
    case 'unresolved':
      return ['credit', 'close']
    case 'credited':
      if (receiptMissingSince) return purpose === 'gift' ? ['found_paid', 'found_unpaid'] : ['found_paid']
      // Where another amount was paid than was asked for, the difference is with the platform already.
      return purpose === 'gift' && money?.amount === amount ? ['refund'] : []
    default:
      return []
  }
}

/**
 * What M-Pesa has given back by itself is taken back as a whole, unless a payout of it is under way. What was sent back before, and
 * a part of a payment, people look into and explain. The line may name a payment that it does not give back.
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

/** Actions are possible once M-Pesa was asked for a day in vain, or where it does not accept the payout and no call is under way. */
function payoutActions({ isUnclear, isStuck, state }: PayoutSubject): ResolutionActionName[] {
  return isUnclear || (isStuck && state === 'approved') ? ['found_paid', 'found_unpaid'] : []
}

function receiptActions({ money, refund, reversal }: ReceiptSubject): ResolutionActionName[] {
  if (refund && refund.problem !== '') return refundActions(refund)
  if (reversal) return reversedActions(money, reversal, true)
  return money.status === 'unmatched' ? ['credit', 'refund', 'close'] : []
}

/** Actions are possible where M-Pesa does not tell, does not accept the refund, or has contradicted itself about a closed one. */
function refundActions({ state }: RefundView): ResolutionActionName[] {
  // A call is under way, and nobody can have looked yet for what becomes of it.
  if (state === 'submitting') return []
  return state === 'done' || state === 'failed' ? ['close'] : ['found_paid', 'found_unpaid']
}

/** Says how a case stands, in a word of the desk's list. */
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
  if (state === 'paid' || state === 'cancelled') return state
  return state === 'failed' ? 'not_paid' : 'waiting'
}

/** Hides the middle of a phone number. What M-Pesa has masked or hashed itself is shortened. */
export function maskPhone(phone: string | null): string {
  if (!phone) return ''
  return /^\d{10,12}$/.test(phone) ? `${phone.slice(0, -6)}•••${phone.slice(-3)}` : phone.slice(0, 12)
}

/** Masks every phone number in the body of a message. */
export function maskPhones(text: string): string {
  return text.replace(/(?<!\d)(?:254|0)[17]\d{8}(?!\d)/g, (phone) => maskPhone(phone))
}
