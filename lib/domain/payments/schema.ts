import type { PaymentPurpose, PaymentState, ReceiptStatus } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'

export type { PaymentPurpose, PaymentState }

/** What settlement has to know of an intent. */
export type Intent = {
  readonly id: string
  readonly purpose: PaymentPurpose
  readonly state: PaymentState
  readonly amount: Cents
  /** When its prompt was sent; when it was ordered, where none was. */
  readonly sentAt: Date
  readonly checkoutRequestId: string | null
  /** The prompt that a callback has named while ours is not known. */
  readonly hintedCheckoutRequestId: string | null
  readonly lastQueryCode: string | null
  /** The receipt that paid for it, once known. */
  readonly receipt: string | null
  /** Why its money is for people to look at first, whatever its purpose says. */
  readonly holdReason: HoldReason | null
  /** Why people look at it, or last did. */
  readonly reviewReason: string | null
  /** It is credited, or was and two people took it back. */
  readonly wasCounted: boolean
}

/** M-Pesa says that money came. */
export type PaidEvidence = {
  readonly kind: 'paid'
  /** `desk`: two people have seen it with M-Pesa. */
  readonly source: 'callback' | 'paybill' | 'statement' | 'desk'
  readonly receipt: string
  readonly amount: Cents
  /** M-Pesa's time; the time of reading where `isTimeKnown` is false. */
  readonly paidAt: Date
  /** Whether M-Pesa told a time that can be believed. */
  readonly isTimeKnown: boolean
  /** As M-Pesa gave it; may be masked, hashed or missing. */
  readonly phone: string | null
  /** What the payer typed, for Paybill payments. */
  readonly accountReference: string | null
  /** Whether it came from an address that is believed without a query. */
  readonly trusted: boolean
}

/** What M-Pesa says of a payment, whatever way it came. */
export type Evidence =
  | PaidEvidence
  | { readonly kind: 'failed'; readonly code: string; readonly trusted: boolean }
  /** It was paid before `at`, when the answer was read: a query tells no time. */
  | { readonly kind: 'query_paid'; readonly at: Date }
  | { readonly kind: 'query_failed'; readonly code: string }
  | { readonly kind: 'undecided' }

/** A receipt that we know already. */
export type KnownReceipt = {
  readonly receipt: string
  readonly intentId: string | null
  readonly status: ReceiptStatus
  readonly amount: Cents
  /** Who told it, as in `PaidEvidence`. */
  readonly source: string
  readonly reason: string | null
  /** M-Pesa's statement lists a reversal of it that people have not decided about yet. */
  readonly isReversed: boolean
}

/** Why a payment is held for people before it counts (docs/decisions/0010). Each has its sentence in messages (`payments.reasons`). */
export type HoldReason =
  | 'fraud_hold'
  /** M-Pesa has masked the payer's number, and it fits a phone of the dancer. */
  | 'own_phone_masked'
  /** More votes of one phone for one video than a day allows. */
  | 'phone_day_limit'
  | VideoRemovalReason

/** Why what a payment is for was withdrawn: what was provably paid before still counts (docs/decisions/0005). */
export type VideoRemovalReason = 'video_withdrawn' | 'dancer_inactive'

/** Why people have to look at an intent or a receipt. */
export type ReviewReason =
  | HoldReason
  /** Another amount than asked; by Paybill, an amount that buys no whole votes. */
  | 'wrong_amount'
  /** More votes than one payment may have. */
  | 'too_many_votes'
  /** Paid before voting opened. */
  | 'too_early'
  /**
   * What it pays for takes no money any more. By M-Pesa's time it was paid after its end, or something has closed before it was
   * settled, whenever it was paid: `ClosedPurpose` (purpose.ts) says what. So is a line of the statement that does not tell
   * on which side of the end it was paid.
   */
  | 'late'
  | 'paid_twice'
  | 'receipt_reused'
  /** M-Pesa had given the payment back before the statement said whose it was. */
  | 'given_back'
  | 'no_such_account'
  | 'in_review'
  /** Super admins hold it with the other gifts of a fraud signal. */
  | 'signal_hold'
  | 'refund_failed'
