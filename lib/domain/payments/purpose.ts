import type { Queryable } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx, TxStatement } from '#lib/core/outbox.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { PaidEvidence, PaymentPurpose, ReviewReason } from './schema.ts'

// Payments do not know what they are for. Each purpose (gifts, subscriptions, top-ups) gives settlement a handler, so that
// state, journal and what was bought change in one transaction.

/** What its purpose says of one intent. */
export type PurposeTerms = {
  /** The id of what it buys: of a video, for gifts. */
  readonly what: string
  /** A gift's votes; 0 for what is no gift. */
  readonly voteCount: number
  /** Why money paid at that moment (M-Pesa's time) can't be taken for it any more, or null. */
  objection(paidAt: Date): ReviewReason | null
  /** What has closed since, where that is why it takes no money any more (`late`), whenever it was paid. */
  closed(): ClosedPurpose | null
  /** The credit side of its journal; sums to the amount. */
  credits(amount: Cents): readonly EntryDraft[]
}

/** What can close before people decide: a month, submissions, the owner's account, the launch offer or its slots. */
export type ClosedPurpose = 'month' | 'submissions' | 'account' | 'launch_offer' | 'launch_slots'

/** The objection to money for what has closed: one word is stored for all of it, and what has closed is told people as they decide. */
export function lateIfClosed(closed: ClosedPurpose | null): Extract<ReviewReason, 'late'> | null {
  return closed && 'late'
}

/** What a credited intent has bought, and when by M-Pesa's time. */
export type Purchase = { readonly what: string; readonly voteCount: number; readonly paidAt: Date }

/** The phone that paid for an intent, as M-Pesa reported it: it may be masked or hashed. */
export type PayerOfIntent = { readonly intentId: string; readonly phone: string | null }

/** A payment by Paybill that M-Pesa asks about before it takes the money. */
export type AskedPayment = {
  /** As M-Pesa reports it: it may be masked or hashed. */
  readonly phone: string | null
  readonly at: Date
  /** The receipt that it will have; null where M-Pesa names none. */
  readonly receipt: string | null
}

/** What is wrong with such a payment, in the few words for which M-Pesa has codes. */
export type PaybillRefusal = 'phone' | 'account' | 'amount' | 'other'

export type PurposeHandler = {
  /** The terms of each intent, in one read. */
  load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>>
  /** Counts what was bought. Called once for each batch, in the transaction that credits the intents. */
  apply?(tx: Tx, purchases: readonly Purchase[]): Promise<void>
  /** The same for rows that many batches change at once: statements for the end of the transaction, after the balances. */
  applyLast?(purchases: readonly Purchase[]): readonly TxStatement[]
  /**
   * Learns who paid, where that may be somebody else than who ordered: by Paybill, or by a statement line. Called before the
   * intents are locked; it may hold some of them (hold.ts).
   */
  seePayers?(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void>
  /**
   * Makes intents for Paybill payments whose account number names no intent but something that can be paid for, and says why
   * not where it names something that does not take this payment.
   */
  openFromPaybill?(on: Queryable, payments: readonly PaidEvidence[]): Promise<PaybillAnswer>
  /**
   * Says why a payment of this intent's amount by Paybill should not be taken, or null where it may be: also where it is only
   * suspicious, because that is held later.
   */
  validatePaybill(
    on: Queryable,
    asked: AskedPayment & { readonly intentId: string },
  ): Promise<PaybillRefusal | null>
  /** Says the same of a payment for which `openFromPaybill` would make an intent; `account` where it names nothing of this purpose. */
  validateNewPaybill?(
    on: Queryable,
    asked: AskedPayment & { readonly accountReference: string; readonly amount: Cents },
  ): Promise<PaybillRefusal | null>
}

/** By receipt: the intents that were made, and why none was made. What names nothing is in neither. */
export type PaybillAnswer = {
  readonly opened: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, ReviewReason>
}

/** The purposes that this process can settle: all (lib/domain/settlement/purposes.ts), or in tests some. */
export type PurposeHandlers = Partial<Record<PaymentPurpose, PurposeHandler>>
