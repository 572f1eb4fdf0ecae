import type { Cents } from '#lib/core/money.ts'
import type { PaymentPurpose, PaymentState } from '#lib/domain/payments/schema.ts'
import type { AlertKind, PayoutState } from '#lib/domain/payouts/schema.ts'
import type { RefundMethod, RefundState } from '#lib/domain/refunds/schema.ts'

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
  /** The refund's newest call in `daraja_request`. */
  readonly attemptId: string | null
}

/** A reversal in M-Pesa's statement by M-Pesa itself, about which nobody has decided. */
export type ReversalView = {
  readonly receipt: string
  /** Above zero. */
  readonly amount: Cents
  readonly at: Date
}

/** Result code of a payment that two people closed without counting it. */
export const CLOSED_BY_PEOPLE = 'closed_by_people'

/** A case that people may have to settle. */
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

/** An intent, with the receipt that paid for it or is in suspense because of it. */
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
  /** Whether the payment's credit was reversed; then it is not credited again. */
  readonly wasTakenBack: boolean
  /** Since when a payment counted by a query has no receipt. */
  readonly receiptMissingSince: Date | null
  /** Ids of the payment's owner and of people who earn by it. */
  readonly people: readonly string[]
}

/** A receipt in suspense without a payment, or whose payment is paid or closed. Its id is the receipt. */
export type ReceiptSubject = {
  readonly kind: 'receipt'
  readonly id: string
  readonly since: Date
  readonly money: Money
  readonly refund: RefundView | null
  readonly reversal: ReversalView | null
  readonly about: string | null
  /** The phone of the receipt's payment, if any. */
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
  /** The payout's newest call in `daraja_request`. */
  readonly attemptId: string | null
  readonly about: string
  /** A day of queries gave no outcome. */
  readonly isUnclear: boolean
  /** M-Pesa refuses this payout, but accepts others. */
  readonly isStuck: boolean
  /** The payout waits for the approval of two people. */
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
  /** The payout's hold has ended, because it was cancelled or had failed. */
  readonly isReleased: boolean
  /** The payout's phone. */
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

/** A reversal in M-Pesa's statement, of an unknown payment. */
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
