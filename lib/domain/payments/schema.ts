import type { PaymentPurpose, PaymentState, ReceiptStatus } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { PaymentPurpose, PaymentState }

/** The fields of an intent that settlement needs. */
export type Intent = {
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly state: PaymentState
  readonly amount: Cents
  /** When its prompt was sent, or the order time without one. */
  readonly sentAt: Date
  readonly checkoutRequestId: string | null
  /** A prompt named by a callback, while ours is unknown. */
  readonly hintedCheckoutRequestId: string | null
  readonly lastQueryCode: string | null
  /** The receipt that paid for it, once known. */
  readonly receipt: string | null
  /** Why people must review its money first, whatever its purpose decides. */
  readonly holdReason: HoldReason | null
  /** The current or last reason for a review. */
  readonly reviewReason: string | null
  /** Credited, or reversed by two people after that. */
  readonly wasCounted: boolean
}

/** M-Pesa says that money came. */
export type PaidEvidence = {
  readonly kind: 'paid'
  /** `desk`: two people saw it at M-Pesa. */
  readonly source: 'callback' | 'paybill' | 'statement' | 'desk'
  readonly receipt: string
  readonly amount: Cents
  /** M-Pesa's time; the time of reading if not `isTimeKnown`. */
  readonly paidAt: Date
  /** Whether M-Pesa gave a plausible time. */
  readonly isTimeKnown: boolean
  /** From M-Pesa; may be masked, hashed or missing. */
  readonly phone: string | null
  /** As typed, for Paybill payments. */
  readonly accountReference: string | null
  /** From an address that is trusted without a query. */
  readonly trusted: boolean
}

/** From any source. */
export type Evidence =
  | PaidEvidence
  | { readonly kind: 'failed'; readonly code: string; readonly trusted: boolean }
  /** Paid before `at`, the time of the answer: a query has no payment time. */
  | { readonly kind: 'query_paid'; readonly at: Date }
  | { readonly kind: 'query_failed'; readonly code: string }
  | { readonly kind: 'undecided' }

/** What settlement made of a payment, or that it left the payment to people. */
export type Outcome = {
  /** `unknown`: the payment names nothing of ours. */
  readonly purpose: PaymentPurpose | 'unknown'
  readonly outcome: 'credited' | 'declined' | 'people'
  readonly amount: Cents
  /** 0 for what is no gift. */
  readonly voteCount: number
}

/** A receipt that we know already. */
export type KnownReceipt = {
  readonly receipt: string
  readonly intentId: string | null
  readonly status: ReceiptStatus
  readonly amount: Cents
  /** As in `PaidEvidence`. */
  readonly source: string
  readonly reason: string | null
  /** M-Pesa's statement lists its reversal, and people have not decided. */
  readonly isReversed: boolean
}

/**
 * Why a payment waits for people before it counts (docs/decisions/0010). messages has a sentence for each
 * (`payments.reasons`).
 */
export type HoldReason =
  | 'fraud_hold'
  /** The masked number fits a phone of the dancer. */
  | 'own_phone_masked'
  /** More votes of one phone for one video than a day allows. */
  | 'phone_day_limit'
  | VideoRemovalReason

/** Payments made before the withdrawal still count (docs/decisions/0005). */
export type VideoRemovalReason = 'video_withdrawn' | 'dancer_inactive'

/** Why people must review an intent or a receipt. */
export type ReviewReason =
  | HoldReason
  /** Another amount than ordered; by Paybill, no whole number of votes. */
  | 'wrong_amount'
  /** More votes than one payment may have. */
  | 'too_many_votes'
  /** Paid before voting opened. */
  | 'too_early'
  /**
   * Its subject takes no money any more: M-Pesa's payment time is after its end, or something closed before
   * the settlement (`ClosedPurpose` in purpose.ts). Also a statement line that may be on either side of the
   * end.
   */
  | 'late'
  | 'paid_twice'
  | 'receipt_reused'
  /** M-Pesa had reversed the payment before the statement named its owner. */
  | 'given_back'
  | 'no_such_account'
  | 'in_review'
  /** Held by super admins with the other gifts of a fraud signal. */
  | 'signal_hold'
  | 'refund_failed'
