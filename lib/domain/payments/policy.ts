import { addSeconds } from '#lib/core/clock.ts'
import { isTerminalCode } from '#lib/domain/mpesa/result-codes.ts'
import type { PurposeTerms } from './purpose.ts'
import { CLOCK_SLACK_SECONDS } from './read-callback.ts'
import type {
  Evidence,
  Intent,
  KnownReceipt,
  PaidEvidence,
  PaymentState,
  ReviewReason,
  VideoRemovalReason,
} from './schema.ts'
import { isOneOf, undecidedStates } from './states.ts'

// The state machine of payments (docs/money.md), pure: what one piece of evidence does to one intent.

/** What to do with an intent after a piece of evidence. */
export type Decision =
  /** A duplicate, or an answer that decides nothing. */
  | { readonly kind: 'nothing'; readonly why: string }
  /** It is paid: post the journal, count it. `from` says where the money lies now. */
  | { readonly kind: 'credit'; readonly paidAt: Date; readonly from: 'mpesa_collection' | 'suspense' }
  /** Credited before on a query's word, which names no amount; now the receipt is known, and what was really paid. */
  | { readonly kind: 'attach_receipt' }
  /** The same where its receipt came first and named nothing: it lies in suspense, and is no second payment. */
  | { readonly kind: 'attach_suspended' }
  /** The money is there but is not (simply) for this: it goes to suspense, and people look. */
  | { readonly kind: 'suspense'; readonly reason: ReviewReason; readonly intentToReview: boolean }
  /**
   * The callback of another payment had named this receipt, and M-Pesa's books say whose it is. That payment loses it, and
   * `next` is decided as if the receipt were new (docs/decisions/0004).
   */
  | { readonly kind: 'reassign'; readonly from: Intent; readonly next: Decision }
  /** No money moves, but people have to look. */
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  | { readonly kind: 'decline'; readonly code: string }
  /** A query named this terminal code for the first time. */
  | { readonly kind: 'remember_query'; readonly code: string }
  /** Not believed yet: ask M-Pesa. */
  | { readonly kind: 'verify' }
  /** It was paid, but nobody knows whether before or after a month's end: the statement tells. */
  | { readonly kind: 'await_time' }

/**
 * Why a payment is not simply credited. `time_not_known`: what it pays for takes money until a moment that lies between
 * the earliest and the latest time at which it may have been paid.
 */
export type Objection = ReviewReason | 'time_not_known'

/** Whether the outcome of the payment is still open. */
export function isUndecided(state: PaymentState): boolean {
  return isOneOf(undecidedStates, state)
}

/** Evidence after `declined` still credits, and so does a Paybill payment for a prompt that was never sent. */
function isCreditable(state: PaymentState): boolean {
  return isUndecided(state) || state === 'declined' || state === 'rejected'
}

/** Whether it is held because what it pays for was withdrawn: then the time of payment decides (docs/decisions/0005). */
export function isVideoRemoval(reason: string | null): reason is VideoRemovalReason {
  return reason === 'video_withdrawn' || reason === 'dancer_inactive'
}

// Whose prompt a message is about. A callback comes to the secret address of one payment, and names the prompt that it tells
// of: only where that is this payment's prompt does it prove anything (docs/decisions/0004).

/** What settlement may make of a message about a prompt. */
export type PromptMatch =
  /** It is this payment's prompt, or the message names none because it is about none. */
  | { readonly kind: 'own' }
  /** It is another prompt: no more than a reason to ask M-Pesa. */
  | { readonly kind: 'other' }
  /** This payment's acknowledgement is still to come, and tells. */
  | { readonly kind: 'early' }
  /** Its acknowledgement was lost, and this prompt is nobody's that we know: M-Pesa is asked about it. */
  | { readonly kind: 'hint'; readonly checkoutRequestId: string }
  /** A query has answered for the prompt that was named so. */
  | { readonly kind: 'confirmed'; readonly checkoutRequestId: string }

type Message = {
  /** As in the inbox. */
  readonly kind: string
  readonly checkoutRequestId: string | null
  /** Whether it came from where M-Pesa's messages come from. */
  readonly isBelieved: boolean
}

const own: PromptMatch = { kind: 'own' }
const other: PromptMatch = { kind: 'other' }

/**
 * Compares the prompt that a message names with its payment's. Pure.
 * @param holders whose the prompts are that are known, by CheckoutRequestID
 */
export function promptOf(
  intent: Intent,
  message: Message,
  holders: ReadonlyMap<string, string>,
): PromptMatch {
  const { kind, checkoutRequestId: told, isBelieved } = message
  if (kind !== 'stk' && kind !== 'stk_query') return own
  if (intent.checkoutRequestId !== null) {
    const isSame = told === intent.checkoutRequestId || (kind === 'stk_query' && told === null)
    return isSame ? own : other
  }
  if (told === null || (holders.get(told) ?? intent.id) !== intent.id) return other
  if (kind === 'stk_query')
    return told === intent.hintedCheckoutRequestId ? { kind: 'confirmed', checkoutRequestId: told } : other
  if (!isBelieved) return other
  if (intent.state === 'created' || intent.state === 'submitting') return { kind: 'early' }
  const mayBePaid = isUndecided(intent.state) || intent.state === 'declined' || intent.state === 'rejected'
  return mayBePaid ? { kind: 'hint', checkoutRequestId: told } : other
}

/** What is left of the evidence once it is known whose prompt it is about: of another's it proves nothing. */
export function weighed(evidence: Evidence, match: PromptMatch): Evidence {
  if (match.kind === 'own' || match.kind === 'confirmed') return evidence
  switch (evidence.kind) {
    case 'paid':
    case 'failed':
      return { ...evidence, trusted: false }
    default:
      return { kind: 'undecided' }
  }
}

/**
 * Returns the evidence as it is believed: a time before the prompt was sent counts as none. It decides nothing then, and the
 * moment of reading stands for it, also where ties are broken by the time of payment. Only a callback speaks of the prompt: by
 * Paybill its account number may have been paid before that was sent again.
 */
export function withBelievedTime(intent: Intent, evidence: Evidence, moment: Date): Evidence {
  if (evidence.kind !== 'paid' || evidence.source !== 'callback') return evidence
  const isBelieved = evidence.paidAt >= addSeconds(intent.sentAt, -CLOCK_SLACK_SECONDS)
  return isBelieved ? evidence : { ...evidence, paidAt: moment, isTimeKnown: false }
}

/**
 * Why a payment's purpose will not (or not yet) take money of this evidence, or null. Where no time is known it lies between
 * the sending and now.
 */
export function objectionTo(
  intent: Intent,
  terms: Pick<PurposeTerms, 'objection'>,
  evidence: Evidence,
  moment: Date,
): Objection | null {
  const isTimed = evidence.kind === 'paid' && evidence.isTimeKnown
  // What was withdrawn is judged by the time of payment; where none is known its hold stands.
  if (intent.holdReason && !(isTimed && isVideoRemoval(intent.holdReason))) return intent.holdReason
  if (isTimed) return terms.objection(evidence.paidAt)
  const earliest = terms.objection(intent.sentAt)
  const latest = terms.objection(moment)
  return earliest === latest ? latest : 'time_not_known'
}

/**
 * Decides one piece of evidence.
 * @param known the same receipt, if it was seen before
 * @param objection why the purpose will not (or not yet) take the money, or null
 * @param holder the payment that the known receipt belongs to, where that is another one and is locked
 */
export function decide(
  intent: Intent,
  evidence: Evidence,
  known: KnownReceipt | undefined,
  objection: Objection | null,
  holder?: Intent,
): Decision {
  switch (evidence.kind) {
    case 'paid':
      return decidePaid(intent, evidence, known, objection, holder)
    case 'failed':
      if (!isUndecided(intent.state)) return { kind: 'nothing', why: `already ${intent.state}` }
      if (!evidence.trusted || !isTerminalCode(evidence.code)) return { kind: 'verify' }
      return { kind: 'decline', code: evidence.code }
    case 'query_paid':
      if (!canBeCredited(intent)) return { kind: 'nothing', why: `already ${intent.state}` }
      if (objection === 'time_not_known') return { kind: 'await_time' }
      if (objection) return { kind: 'review', reason: objection }
      // By then it was paid: whoever has a proven time before that got there first.
      return { kind: 'credit', paidAt: evidence.at, from: 'mpesa_collection' }
    case 'query_failed':
      if (!isUndecided(intent.state) || !isTerminalCode(evidence.code))
        return { kind: 'nothing', why: 'decides nothing' }
      if (intent.lastQueryCode === evidence.code) return { kind: 'decline', code: evidence.code }
      return { kind: 'remember_query', code: evidence.code }
    case 'undecided':
      return { kind: 'nothing', why: 'decides nothing' }
  }
}

function decidePaid(
  intent: Intent,
  paid: PaidEvidence,
  known: KnownReceipt | undefined,
  objection: Objection | null,
  holder: Intent | undefined,
): Decision {
  if (!paid.trusted)
    return isUndecided(intent.state) ? { kind: 'verify' } : { kind: 'nothing', why: 'not believed' }
  if (known && holder?.state === 'credited' && saysWhose(paid) && isOnlyNamed(known, intent.id)) {
    const mayCredit = canBeCredited(intent) || isReceiptReused(intent)
    // What M-Pesa has given back pays for nothing: it waits in suspense for two people.
    const its = known.isReversed ? 'given_back' : objection
    return { kind: 'reassign', from: holder, next: decideNewReceipt(intent, paid, its, mayCredit) }
  }
  if (known) return decideKnownReceipt(intent, paid, known, objection)
  return decideNewReceipt(intent, paid, objection, canBeCredited(intent))
}

/** What to do with a payment that names no payment of ours. */
export type StrayDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  /** Its money goes to suspense. `from` loses the receipt, which its callback alone had named. */
  | { readonly kind: 'suspense'; readonly reason: ReviewReason; readonly from?: Intent }

/**
 * Decides what names no payment of ours. Where the callback of a counted payment has named its receipt, M-Pesa's books take
 * it from that payment if they say that it is something else: its account number is a thing that does not take the payment,
 * or the amount is another (docs/decisions/0004).
 * @param known the same receipt, if it was seen before
 * @param holder the payment that the known receipt belongs to, where it is locked
 * @param refusal why what its account number names does not take it; undefined where it names nothing
 */
export function decideStray(
  paid: PaidEvidence,
  known: KnownReceipt | undefined,
  holder: Intent | undefined,
  refusal: ReviewReason | undefined,
): StrayDecision {
  if (!paid.trusted) return { kind: 'nothing', why: 'unknown payment' }
  const reason = refusal ?? 'no_such_account'
  if (!known) return { kind: 'suspense', reason }
  const isSomethingElse = refusal !== undefined || known.amount !== paid.amount
  if (isSomethingElse && holder?.state === 'credited' && saysWhose(paid) && isOnlyNamed(known, null))
    return { kind: 'suspense', reason, from: holder }
  return { kind: 'nothing', why: 'duplicate' }
}

function decideNewReceipt(
  intent: Intent,
  paid: PaidEvidence,
  objection: Objection | null,
  mayCredit: boolean,
): Decision {
  // A callback speaks of this prompt whatever its amount; what the statement or Paybill name may be another payment.
  const isOfPrompt = paid.source === 'callback' || paid.amount === intent.amount
  if (intent.state === 'credited' && intent.receipt === null && isOfPrompt) return { kind: 'attach_receipt' }
  if (intent.state === 'credited') return { kind: 'suspense', reason: 'paid_twice', intentToReview: false }
  if (!mayCredit) return { kind: 'suspense', reason: 'in_review', intentToReview: false }
  if (paid.amount !== intent.amount) return { kind: 'suspense', reason: 'wrong_amount', intentToReview: true }
  if (objection === 'time_not_known')
    // The statement will list what a callback tells; what the statement itself tells without a time is for people.
    return paid.source === 'callback'
      ? { kind: 'await_time' }
      : { kind: 'suspense', reason: 'late', intentToReview: true }
  if (objection) return { kind: 'suspense', reason: objection, intentToReview: true }
  return { kind: 'credit', paidAt: paid.paidAt, from: 'mpesa_collection' }
}

/** What was counted once and taken back is not counted again: its journal has one key for ever. */
const canBeCredited = ({ state, wasCounted }: Intent) => isCreditable(state) && !wasCounted

/** It waits for people because its own callback named a receipt that another payment had by then. */
const isReceiptReused = ({ state, reviewReason, wasCounted }: Intent) =>
  state === 'review' && reviewReason === 'receipt_reused' && !wasCounted

/** The statement and Paybill name receipt and account number together; a callback is only sent to somebody's address. */
const saysWhose = ({ source }: PaidEvidence) => source === 'statement' || source === 'paybill'

/**
 * Whether nothing but a callback of another payment says whose a receipt is, and its money lies where we can reach it.
 * @param intentId the payment that M-Pesa's books name; null where that is none of ours
 */
export function isOnlyNamed(known: KnownReceipt, intentId: string | null): boolean {
  return (
    known.source === 'callback' &&
    (known.status === 'credited' || known.status === 'unmatched') &&
    known.intentId !== null &&
    known.intentId !== intentId
  )
}

/** Whether its money lies in suspense and is nobody's yet. */
export const isSuspended = ({ status, intentId }: KnownReceipt) => status === 'unmatched' && intentId === null

/** The receipt was seen before: its money is in the ledger already, so nothing may take it from M-Pesa again. */
function decideKnownReceipt(
  intent: Intent,
  paid: PaidEvidence,
  known: KnownReceipt,
  objection: Objection | null,
): Decision {
  if (known.intentId === intent.id) return { kind: 'nothing', why: 'duplicate' }
  const isFree = isSuspended(known) && known.amount === paid.amount
  // What M-Pesa has given back pays for nothing, until people have decided about that.
  if (isFree && !known.isReversed && canBeCredited(intent) && paid.amount === intent.amount && !objection) {
    return { kind: 'credit', paidAt: paid.paidAt, from: 'suspense' }
  }
  const lacksReceipt = intent.state === 'credited' && intent.receipt === null
  // One that M-Pesa's books say is something else, which only did not take it, stays that.
  const namesNothing = known.reason === 'no_such_account'
  if (isFree && namesNothing && lacksReceipt && paid.amount === intent.amount)
    return { kind: 'attach_suspended' }
  return isUndecided(intent.state)
    ? { kind: 'review', reason: 'receipt_reused' }
    : { kind: 'nothing', why: 'receipt_reused' }
}

/** Seconds after sending at which M-Pesa is asked (docs/money.md, Payments), then hourly to the end. */
const QUERY_AFTER_SECONDS = [20, 40, 90, 180, 600, 3_600]
const HOUR_SECONDS = 3_600
/** From here on the prompt is off the phone: the intent is `verifying`. */
export const VERIFYING_AFTER_SECONDS = 90
/** From here on only people can settle it. */
export const UNRESOLVED_AFTER_SECONDS = 48 * HOUR_SECONDS

/** When to ask next about a payment that was sent at `submittedAt`; null once it is for people. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  if (elapsed >= UNRESOLVED_AFTER_SECONDS) return null
  const next = QUERY_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  if (next !== undefined) return addSeconds(submittedAt, next)
  return addSeconds(submittedAt, (Math.floor(elapsed / HOUR_SECONDS) + 1) * HOUR_SECONDS)
}

/** The state that an undecided, sent payment has grown into by `moment`. */
export function stateByAge(state: PaymentState, submittedAt: Date, moment: Date): PaymentState {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  if (!isUndecided(state) || state === 'created') return state
  if (elapsed >= UNRESOLVED_AFTER_SECONDS) return 'unresolved'
  if (elapsed >= VERIFYING_AFTER_SECONDS && state !== 'unresolved') return 'verifying'
  return state
}
