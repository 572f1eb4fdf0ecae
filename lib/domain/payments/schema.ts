import type { PaymentPurpose, PaymentState, ReceiptStatus } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { PaymentPurpose, PaymentState }

export type Intent = {
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly state: PaymentState
  readonly amount: Cents
  /** When the prompt was sent, or the order time if there is none. */
  readonly sentAt: Date
  readonly checkoutRequestId: string | null
  /** A prompt that a callback named, while the payment's own is unknown. */
  readonly hintedCheckoutRequestId: string | null
  readonly lastQueryCode: string | null
  readonly receipt: string | null
  /** Why people must review the money first, whatever the purpose decides. */
  readonly holdReason: HoldReason | null
  /** The current or last reason for a review. */
  readonly reviewReason: string | null
  /** Whether the intent was ever credited, even if two people have reversed it. */
  readonly wasCounted: boolean
}

export type PaidEvidence = {
  readonly kind: 'paid'
  /** `desk`: two people saw the payment at M-Pesa. */
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

export type Evidence =
  | PaidEvidence
  | { readonly kind: 'failed'; readonly code: string; readonly trusted: boolean }
  /** Paid before `at`, the time of the answer: a query has no payment time. */
  | { readonly kind: 'query_paid'; readonly at: Date }
  | { readonly kind: 'query_failed'; readonly code: string }
  | { readonly kind: 'undecided' }

/** `people`: settlement left the payment to people. */
export type Outcome = {
  /** `unknown`: the payment names nothing of ours. */
  readonly purpose: PaymentPurpose | 'unknown'
  readonly outcome: 'credited' | 'declined' | 'people'
  readonly amount: Cents
  /** 0 unless the payment is a gift. */
  readonly voteCount: number
}

/** A receipt that is already stored. */
export type KnownReceipt = {
  readonly receipt: string
  readonly intentId: string | null
  readonly status: ReceiptStatus
  readonly amount: Cents
  /** As in `PaidEvidence`. */
  readonly source: string
  readonly reason: string | null
  /** Whether M-Pesa's statement lists a reversal about which people have not decided. */
  readonly isReversed: boolean
}

/**
 * Why a payment waits for people before it counts (docs/decisions/0010). `payments.reasons` in messages/ has
 * a sentence for each.
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

export type ReviewReason =
  | HoldReason
  /** Another amount than ordered; by Paybill, no whole number of votes. */
  | 'wrong_amount'
  | 'too_many_votes'
  /** Paid before voting opened. */
  | 'too_early'
  /**
   * The purchase takes no money any more: M-Pesa's payment time is after its end, or something closed before
   * settlement (`ClosedPurpose` in purpose.ts). Also a statement line without a time, possibly paid after the
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
