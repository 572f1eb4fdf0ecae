import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
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

// The state machine of payments (docs/money.md): pure functions from one piece of evidence and one intent.

export type Decision =
  /** A duplicate, or an answer that decides nothing. */
  | { readonly kind: 'nothing'; readonly why: string }
  /** `from` is where the money is now. */
  | { readonly kind: 'credit'; readonly paidAt: Date; readonly from: 'mpesa_collection' | 'suspense' }
  /** The payment was credited by a query, which names no receipt or amount; now both are known. */
  | { readonly kind: 'attach_receipt' }
  /**
   * As `attach_receipt`, but the receipt came first, without a payment: its money is in suspense, and M-Pesa
   * charged only once.
   */
  | { readonly kind: 'attach_suspended' }
  /** The money goes to suspense, and people decide. */
  | { readonly kind: 'suspense'; readonly reason: ReviewReason; readonly intentToReview: boolean }
  /**
   * The callback of the payment `from` had named this receipt, but M-Pesa's books name another payment.
   * `from` loses it, and `next` treats the receipt as new (docs/decisions/0004).
   */
  | { readonly kind: 'reassign'; readonly from: Intent; readonly next: Decision }
  /** No money moves, but people must review the payment. */
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  | { readonly kind: 'decline'; readonly code: string }
  /** A query's first answer with this terminal code; the same answer again declines the payment. */
  | { readonly kind: 'remember_query'; readonly code: string }
  /** The evidence is not trusted: query M-Pesa. */
  | { readonly kind: 'verify' }
  /** Paid, but perhaps after the deadline: the statement will show the payment time. */
  | { readonly kind: 'await_time' }

/**
 * Why a payment is not simply credited. `time_not_known`: the deadline lies between the earliest and the
 * latest possible payment time.
 */
export type Objection = ReviewReason | 'time_not_known'

export function isUndecided(state: PaymentState): boolean {
  return isOneOf(undecidedStates, state)
}

/**
 * Proof after `declined` still credits, and so does a Paybill payment after `rejected`, when no prompt was
 * sent.
 */
function isCreditable(state: PaymentState): boolean {
  return isUndecided(state) || state === 'declined' || state === 'rejected'
}

/** Whether a video was withdrawn: then the payment time decides (docs/decisions/0005). */
export function isVideoRemoval(reason: string | null): reason is VideoRemovalReason {
  return reason === 'video_withdrawn' || reason === 'dancer_inactive'
}

// A callback comes to the secret address of one payment, and names a prompt. The callback proves something
// only if this is the payment's own prompt (docs/decisions/0004).

export type PromptMatch =
  /** This payment's prompt, or the message names none. */
  | { readonly kind: 'own' }
  /** The message names another prompt: only a reason to query M-Pesa. */
  | { readonly kind: 'other' }
  /** This payment's acknowledgement, which will name its prompt, is pending. */
  | { readonly kind: 'early' }
  /** The acknowledgement was lost, and no payment is known to have this prompt: query M-Pesa about it. */
  | { readonly kind: 'hint'; readonly checkoutRequestId: string }
  /** A query has confirmed the prompt that an earlier `hint` named. */
  | { readonly kind: 'confirmed'; readonly checkoutRequestId: string }

type Message = {
  /** As in `callback_inbox`. */
  readonly kind: string
  readonly checkoutRequestId: string | null
  /** From a trusted source. */
  readonly isBelieved: boolean
}

const own: PromptMatch = { kind: 'own' }
const other: PromptMatch = { kind: 'other' }

/**
 * Pure.
 * @param holders payments of known prompts, by CheckoutRequestID
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

/** Makes evidence untrusted unless the prompt is known to be this payment's. */
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
 * Does not believe a callback's payment time before the prompt was sent: replaces it by `moment`, as unknown.
 * Other evidence keeps its time: a Paybill payment may precede a retried prompt.
 */
export function withBelievedTime(intent: Intent, evidence: Evidence, moment: Date): Evidence {
  if (evidence.kind !== 'paid' || evidence.source !== 'callback') return evidence
  const isBelieved = evidence.paidAt >= addSeconds(intent.sentAt, -CLOCK_SLACK_SECONDS)
  return isBelieved ? evidence : { ...evidence, paidAt: moment, isTimeKnown: false }
}

/**
 * Why the purpose does not (or not yet) take this money, or null. An unknown payment time lies between the
 * prompt's sending and `moment`.
 */
export function objectionTo(
  intent: Intent,
  terms: Pick<PurposeTerms, 'objection'>,
  evidence: Evidence,
  moment: Date,
): Objection | null {
  const isTimed = evidence.kind === 'paid' && evidence.isTimeKnown
  // For a withdrawn video a known payment time decides; without one, the hold stays.
  if (intent.holdReason && !(isTimed && isVideoRemoval(intent.holdReason))) return intent.holdReason
  if (isTimed) return terms.objection(evidence.paidAt)
  const earliest = terms.objection(intent.sentAt)
  const latest = terms.objection(moment)
  return earliest === latest ? latest : 'time_not_known'
}

/** @param holder another payment that has the known receipt, locked */
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
      // The latest possible time: payments with a proven earlier time rank first.
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
    // A reversed receipt pays for nothing: its money waits in suspense for two people.
    const its = known.isReversed ? 'given_back' : objection
    return { kind: 'reassign', from: holder, next: decideNewReceipt(intent, paid, its, mayCredit) }
  }
  if (known) return decideKnownReceipt(intent, paid, known, objection)
  return decideNewReceipt(intent, paid, objection, canBeCredited(intent))
}

/** For evidence without a payment of ours. */
export type StrayDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  /** The money goes to suspense. The payment `from` loses the receipt, which only its callback had named. */
  | { readonly kind: 'suspense'; readonly reason: ReviewReason; readonly from?: Intent }

/**
 * A counted payment loses a receipt that only its callback named, if M-Pesa's books differ: an account number
 * that does not take the payment, or another amount (docs/decisions/0004).
 * @param holder the payment that has the known receipt, if locked
 * @param refusal why the purchase that the account number names does not take the money; undefined if it
 *   names nothing
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
  // Only for a payment that a query has counted: a callback is about this prompt, whatever the amount; a
  // statement line or Paybill payment of another amount is another payment.
  const isOfPrompt = paid.source === 'callback' || paid.amount === intent.amount
  if (intent.state === 'credited' && intent.receipt === null && isOfPrompt) return { kind: 'attach_receipt' }
  if (intent.state === 'credited') return { kind: 'suspense', reason: 'paid_twice', intentToReview: false }
  if (!mayCredit) return { kind: 'suspense', reason: 'in_review', intentToReview: false }
  if (paid.amount !== intent.amount) return { kind: 'suspense', reason: 'wrong_amount', intentToReview: true }
  if (objection === 'time_not_known')
    // The statement will list a callback's payment with its time; people decide about a statement line
    // without one.
    return paid.source === 'callback'
      ? { kind: 'await_time' }
      : { kind: 'suspense', reason: 'late', intentToReview: true }
  if (objection) return { kind: 'suspense', reason: objection, intentToReview: true }
  return { kind: 'credit', paidAt: paid.paidAt, from: 'mpesa_collection' }
}

/** A counted payment that was reversed cannot count again: its journal's key is used. */
const canBeCredited = ({ state, wasCounted }: Intent) => isCreditable(state) && !wasCounted

/** Whether a payment is in review because its callback named a receipt of another payment. */
const isReceiptReused = ({ state, reviewReason, wasCounted }: Intent) =>
  state === 'review' && reviewReason === 'receipt_reused' && !wasCounted

/** Statement and Paybill name receipt and account number together; a callback proves only its address. */
const saysWhose = ({ source }: PaidEvidence) => source === 'statement' || source === 'paybill'

/** Whether only another payment's callback says whose receipt this is, and the money can be moved. */
export function isOnlyNamed(known: KnownReceipt, intentId: string | null): boolean {
  return (
    known.source === 'callback' &&
    (known.status === 'credited' || known.status === 'unmatched') &&
    known.intentId !== null &&
    known.intentId !== intentId
  )
}

export const isSuspended = ({ status, intentId }: KnownReceipt) => status === 'unmatched' && intentId === null

/** The money of a known receipt is in the ledger already, so it must not be debited at M-Pesa again. */
function decideKnownReceipt(
  intent: Intent,
  paid: PaidEvidence,
  known: KnownReceipt,
  objection: Objection | null,
): Decision {
  if (known.intentId === intent.id) return { kind: 'nothing', why: 'duplicate' }
  const isFree = isSuspended(known) && known.amount === paid.amount
  // A reversed receipt pays for nothing until people have decided.
  if (isFree && !known.isReversed && canBeCredited(intent) && paid.amount === intent.amount && !objection) {
    return { kind: 'credit', paidAt: paid.paidAt, from: 'suspense' }
  }
  const lacksReceipt = intent.state === 'credited' && intent.receipt === null
  // A receipt stays in suspense if its account number names something that refused the money.
  const namesNothing = known.reason === 'no_such_account'
  if (isFree && namesNothing && lacksReceipt && paid.amount === intent.amount)
    return { kind: 'attach_suspended' }
  return isUndecided(intent.state)
    ? { kind: 'review', reason: 'receipt_reused' }
    : { kind: 'nothing', why: 'receipt_reused' }
}

/**
 * Seconds after sending at which M-Pesa is queried (docs/money.md, Payments), then hourly until only people
 * can settle the payment.
 */
const QUERY_AFTER_SECONDS = [20, 40, 90, 180, 600, 3_600]
const HOUR_SECONDS = 3_600
/** After this many seconds the prompt is off the phone: the intent is `verifying`. */
export const VERIFYING_AFTER_SECONDS = 90
/** After this many seconds only people can settle the payment. */
export const UNRESOLVED_AFTER_SECONDS = 48 * HOUR_SECONDS

/** Null once only people can settle the payment. */
export function nextCheckAfter(submittedAt: Date, moment: Date): Date | null {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  if (elapsed >= UNRESOLVED_AFTER_SECONDS) return null
  const next = QUERY_AFTER_SECONDS.find((seconds) => seconds > elapsed)
  if (next !== undefined) return addSeconds(submittedAt, next)
  return addSeconds(submittedAt, (Math.floor(elapsed / HOUR_SECONDS) + 1) * HOUR_SECONDS)
}

export function stateByAge(state: PaymentState, submittedAt: Date, moment: Date): PaymentState {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  if (!isUndecided(state) || state === 'created') return state
  if (elapsed >= UNRESOLVED_AFTER_SECONDS) return 'unresolved'
  if (elapsed >= VERIFYING_AFTER_SECONDS && state !== 'unresolved') return 'verifying'
  return state
}

export type SentPrompt = {
  readonly state: PaymentState
  readonly submittedAt: Date | null
  /** When M-Pesa confirmed the payment, if its time is still unknown. */
  readonly confirmedAt: Date | null
}

/**
 * Judges a prompt by the clock too: after 90 seconds no prompt is on a phone, even if no worker has checked
 * the payment since. Pure.
 */
export function promptStandingOf({ state, submittedAt, confirmedAt }: SentPrompt, at: Date): PromptStanding {
  if (confirmedAt !== null) return 'none'
  switch (state) {
    case 'submitting':
    case 'submit_unknown':
      return isOver(submittedAt, at) ? 'over' : 'unsure'
    case 'awaiting':
      return isOver(submittedAt, at) ? 'over' : 'sent'
    case 'verifying':
      return 'over'
    default:
      return 'none'
  }
}

function isOver(submittedAt: Date | null, at: Date): boolean {
  return submittedAt !== null && at.getTime() - submittedAt.getTime() >= VERIFYING_AFTER_SECONDS * 1_000
}

export function promptKey(prompt: PromptStanding) {
  return prompt === 'none' ? 'prompt.coming' : (`prompt.${prompt}` as const)
}
