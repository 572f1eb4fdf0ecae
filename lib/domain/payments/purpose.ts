import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx, TxStatement } from '#lib/core/outbox.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { PaidEvidence, PaymentPurpose, ReviewReason } from './schema.ts'

// Payments are independent of what they pay for. Each purpose (gifts, subscriptions, top-ups) gives
// settlement a handler, so that state, journal and purchase change in one transaction.

/** What one intent buys, and whether its money can be taken. */
export type PurposeTerms = {
  /** The id of what the intent buys: for gifts, the video's. */
  readonly what: string
  /** A gift's votes; otherwise 0. */
  readonly voteCount: number
  /** Why money paid at M-Pesa's time `paidAt` cannot be taken, or null. */
  objection(paidAt: Date): ReviewReason | null
  /** What has closed since the order and so refuses the payment, whatever its payment time; else null. */
  closed(): ClosedPurpose | null
  /** The credit entries of the payment's journal, which sum to the amount. */
  credits(amount: Cents): readonly EntryDraft[]
}

/**
 * Things that may close before people decide: a month, submissions, the owner's account, the launch offer or
 * its slots.
 */
export type ClosedPurpose = 'month' | 'submissions' | 'account' | 'launch_offer' | 'launch_slots'

/** Stores `late` for everything that closed; people see what closed as they decide. */
export function lateIfClosed(closed: ClosedPurpose | null): Extract<ReviewReason, 'late'> | null {
  return closed && 'late'
}

/** What a credited intent has bought, and when by M-Pesa's time. */
export type Purchase = {
  readonly what: string
  readonly voteCount: number
  readonly paidAt: Date
  /**
   * When the payer's wait began: the payment, or the prompt if no payment time is known. Unset if people
   * credited it.
   */
  readonly waitsSince?: Date
}

/** A payment and its payer's phone as M-Pesa reported it, possibly masked or hashed. */
export type PayerOfIntent = { readonly intentId: string; readonly phone: string | null }

/** A Paybill payment that M-Pesa asks about before it charges. */
export type AskedPayment = {
  /** As M-Pesa reports it: possibly masked or hashed. */
  readonly phone: string | null
  readonly at: Date
  /** Null if M-Pesa names none. */
  readonly receipt: string | null
}

/** The reasons for a refusal that M-Pesa has codes for. */
export type PaybillRefusal = 'phone' | 'account' | 'amount' | 'other'

export type PurposeHandler = {
  load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>>
  /** Counts purchases. Called once per batch, in the transaction that credits the intents. */
  apply?(tx: Tx, purchases: readonly Purchase[]): Promise<void>
  /** As `apply`, for rows that many batches change: returns statements that run last, after the balances. */
  applyLast?(purchases: readonly Purchase[]): readonly TxStatement[]
  /**
   * Receives the payers that Paybill or the statement names, who may differ from the orderers. May hold
   * intents (lib/domain/gifts/hold.ts); called before the intents are locked.
   */
  seePayers?(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void>
  /**
   * Creates intents for Paybill payments whose account number names no intent but something payable, such as
   * a vote code; or gives the reason against it.
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
   * As `validatePaybill`, for a payment that `openFromPaybill` would turn into an intent. Returns `account`
   * if its account number names nothing of this purpose.
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
