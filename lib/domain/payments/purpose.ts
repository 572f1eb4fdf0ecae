import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx, TxStatement } from '#lib/core/outbox.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { PaidEvidence, PaymentPurpose, ReviewReason } from './schema.ts'

// Payments are independent of what they pay for. Each purpose (gifts, subscriptions, top-ups) gives
// settlement a handler, so that state, journal and purchase change in one transaction.

/** Of one intent. */
export type PurposeTerms = {
  /** The id of what it buys: of a video, for gifts. */
  readonly what: string
  /** A gift's votes; otherwise 0. */
  readonly voteCount: number
  /** Why money of that payment time (M-Pesa's) cannot be taken any more, or null. */
  objection(paidAt: Date): ReviewReason | null
  /** What has closed since, if that is the objection (`late`), regardless of the payment time. */
  closed(): ClosedPurpose | null
  /** The credit side of its journal; sums to the amount. */
  credits(amount: Cents): readonly EntryDraft[]
}

/**
 * What may close before people decide: a month, submissions, the owner's account, the launch offer or its
 * slots.
 */
export type ClosedPurpose = 'month' | 'submissions' | 'account' | 'launch_offer' | 'launch_slots'

/** One stored objection for everything that closed; people see what closed as they decide. */
export function lateIfClosed(closed: ClosedPurpose | null): Extract<ReviewReason, 'late'> | null {
  return closed && 'late'
}

/** What a credited intent has bought, and when by M-Pesa's time. */
export type Purchase = {
  readonly what: string
  readonly voteCount: number
  readonly paidAt: Date
  /** Since when the payer waits for it: the payment, or the prompt if no time is known. Unset if people credited it. */
  readonly waitsSince?: Date
}

/** As M-Pesa reported it: possibly masked or hashed. */
export type PayerOfIntent = { readonly intentId: string; readonly phone: string | null }

/** A Paybill payment that M-Pesa asks about before it charges. */
export type AskedPayment = {
  /** As M-Pesa reports it: possibly masked or hashed. */
  readonly phone: string | null
  readonly at: Date
  /** Null if M-Pesa names none. */
  readonly receipt: string | null
}

/** The refusals for which M-Pesa has codes. */
export type PaybillRefusal = 'phone' | 'account' | 'amount' | 'other'

export type PurposeHandler = {
  /** In one read. */
  load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>>
  /** Counts purchases. Once per batch, in the transaction that credits the intents. */
  apply?(tx: Tx, purchases: readonly Purchase[]): Promise<void>
  /**
   * As `apply`, for rows that many batches change: statements for the end of the transaction, after the
   * balances.
   */
  applyLast?(purchases: readonly Purchase[]): readonly TxStatement[]
  /**
   * Payers by Paybill or statement, who may differ from the orderer. Called before the intents are locked;
   * may hold some of them (hold.ts).
   */
  seePayers?(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void>
  /**
   * Creates intents for Paybill payments whose account number names no intent but something payable, or gives
   * the reason against it.
   */
  openFromPaybill?(on: Queryable, payments: readonly PaidEvidence[]): Promise<PaybillAnswer>
  /**
   * Why a Paybill payment of this intent's amount must be refused, or null. A merely suspicious payment is
   * held later.
   */
  validatePaybill(
    on: Queryable,
    asked: AskedPayment & { readonly intentId: string },
  ): Promise<PaybillRefusal | null>
  /**
   * For a payment that `openFromPaybill` would turn into an intent; `account` if it names nothing of this
   * purpose.
   */
  validateNewPaybill?(
    on: Queryable,
    asked: AskedPayment & { readonly accountReference: string; readonly amount: Cents },
  ): Promise<PaybillRefusal | null>
}

/** By receipt: the created intents, and the refusals. Unknown account numbers are in neither. */
export type PaybillAnswer = {
  readonly opened: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, ReviewReason>
}

/** The purposes that this process can settle: all (lib/domain/settlement/purposes.ts), or in tests some. */
export type PurposeHandlers = Partial<Record<PaymentPurpose, PurposeHandler>>
