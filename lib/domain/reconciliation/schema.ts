import type { Cents } from '#lib/core/money.ts'
import type { PaymentPurpose, PaymentState } from '#lib/domain/payments/schema.ts'
import type { AlertKind, PayoutState } from '#lib/domain/payouts/schema.ts'
import type { RefundMethod, RefundState } from '#lib/domain/refunds/schema.ts'

/** A payment as its M-Pesa receipt states it. */
export type Money = {
  readonly receipt: string
  readonly status: 'credited' | 'unmatched' | 'claimed' | 'refund_pending' | 'refunded' | 'written_off'
  readonly amount: Cents
  readonly paidAt: Date
  /** As M-Pesa gave it: may be masked or hashed. */
  readonly phone: string | null
  readonly accountReference: string | null
  readonly reason: string | null
}

export type RefundView = {
  readonly id: string
  readonly state: RefundState
  readonly method: RefundMethod
  readonly problem: string
  /** The id of its newest call in `daraja_request`. */
  readonly attemptId: string | null
}

/** That M-Pesa has given a payment back by itself, as its statement says, and nobody has decided about it. */
export type ReversalView = {
  readonly receipt: string
  /** Above zero. */
  readonly amount: Cents
  readonly at: Date
}

/** The result code of a payment that two people have closed without counting it. */
export const CLOSED_BY_PEOPLE = 'closed_by_people'

/** Something that people may have to settle, as the desk sees it. */
export type Subject =
  | PaymentSubject
  | ReceiptSubject
  | PayoutSubject
  | DifferenceSubject
  | ReversalSubject
  | AlertSubject

export const subjectKinds = [
  'payment',
  'receipt',
  'payout',
  'difference',
  'reversal',
  'alert',
] as const satisfies readonly Subject['kind'][]

/** An intent, with the receipt that paid for it or that waits in suspense because of it. */
export type PaymentSubject = {
  readonly kind: 'payment'
  readonly id: string
  readonly since: Date
  readonly state: PaymentState
  readonly purpose: PaymentPurpose
  readonly amount: Cents
  readonly phone: string
  readonly reference: string
  readonly reason: string | null
  readonly about: string | null
  readonly submittedAt: Date | null
  readonly money: Money | null
  readonly refund: RefundView | null
  readonly reversal: ReversalView | null
  /** A gift's votes. */
  readonly votes: number | null
  /** It was credited once, and that was reversed. It is not credited again. */
  readonly wasTakenBack: boolean
  /** It is counted on the word of a query, and no receipt has come since then. */
  readonly receiptMissingSince: Date | null
  /** The ids of its owner and of those who earn by it. */
  readonly people: readonly string[]
}

/**
 * Money in suspense that belongs to no payment, or to one that does not wait for people because of it: that is paid already, or
 * over. Its id is the receipt.
 */
export type ReceiptSubject = {
  readonly kind: 'receipt'
  readonly id: string
  readonly since: Date
  readonly money: Money
  readonly refund: RefundView | null
  readonly reversal: ReversalView | null
  readonly about: string | null
  /** The phone of the payment that it names, where it names one. */
  readonly orderedBy: string | null
  readonly people: readonly string[]
}

export type PayoutSubject = {
  readonly kind: 'payout'
  readonly id: string
  readonly since: Date
  readonly state: PayoutState
  readonly amount: Cents
  readonly phone: string
  readonly reference: string
  readonly receipt: string | null
  readonly resultCode: string | null
  /** The id of its newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly about: string
  /** M-Pesa was asked for a day and has not told what became of it. */
  readonly isUnclear: boolean
  /** M-Pesa does not accept it, but accepts others. */
  readonly isStuck: boolean
  /** It waits for the approval of two people. */
  readonly needsApproval: boolean
  readonly people: readonly string[]
}

export type AlertSubject = {
  readonly kind: 'alert'
  readonly id: string
  readonly since: Date
  readonly alert: AlertKind
  readonly alertId: bigint
  readonly payoutId: string | null
  /** The payout's money was released: it was cancelled, or had failed. */
  readonly isReleased: boolean
  /** The payout's. */
  readonly phone: string | null
  readonly detail: string
  readonly reference: string | null
  readonly amount: Cents | null
  readonly isOpen: boolean
  readonly people: readonly string[]
}

export type DifferenceSubject = {
  readonly kind: 'difference'
  readonly id: string
  readonly since: Date
  readonly account: 'working' | 'utility'
  /** What M-Pesa holds minus what it should hold. */
  readonly amount: Cents
  readonly isOpen: boolean
  readonly people: readonly string[]
}

/** A reversal in M-Pesa's statement, of a payment that nobody has found yet. */
export type ReversalSubject = {
  readonly kind: 'reversal'
  readonly id: string
  readonly since: Date
  readonly receipt: string
  /** Above zero. */
  readonly amount: Cents
  readonly phone: string
  readonly accountReference: string
  readonly isOpen: boolean
  readonly people: readonly string[]
}
