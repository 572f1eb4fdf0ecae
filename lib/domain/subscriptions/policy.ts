import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { SubscriptionPaymentStatus, SubscriptionRefund } from '#lib/contract/subscriptions/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { ChallengePhase, SubscriptionStatus } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { promptKey, promptStandingOf } from '#lib/domain/payments/policy.ts'
import type { ClosedPurpose } from '#lib/domain/payments/purpose.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'

const ROYALTY_PERCENT = 30n

/** The royalty pool's part of a subscription, rounded down to the cent. */
export function royaltiesOf(amount: Cents): Cents {
  return (amount * ROYALTY_PERCENT) / 100n
}

export function subscriptionCredits(
  amount: Cents,
  accounts: { royalties: bigint; platform: bigint },
): EntryDraft[] {
  const royalties = royaltiesOf(amount)
  return [
    { accountId: accounts.royalties, amount: royalties },
    { accountId: accounts.platform, amount: amount - royalties },
  ].filter((entry) => entry.amount > 0n)
}

/** The stored fields that decide whether a subscription takes money. */
export type OpenSubscription = {
  readonly status: SubscriptionStatus
  readonly phase: ChallengePhase
  readonly submissionsEndAt: Date
  readonly deletedAt: Date | null
}

/** What prevents the dancer from submitting videos at `moment`, or null. Pure. */
export function subscriptionClosed(
  of: OpenSubscription,
  moment: Date,
): Extract<ClosedPurpose, 'account' | 'month' | 'submissions'> | null {
  // Even if paid before the account was closed (docs/decisions/0005). Closing and settlement both lock the
  // payments, so `deletedAt` is current.
  if (of.deletedAt !== null) return 'account'
  if (of.phase === 'closed') return 'month'
  return moment >= of.submissionsEndAt ? 'submissions' : null
}

/**
 * Why a payment does not count, or null. Pure.
 * @param paidAt M-Pesa's time
 * @param moment the time of the credit
 */
export function subscriptionObjection(
  of: OpenSubscription,
  paidAt: Date,
  moment: Date,
): 'paid_twice' | 'late' | null {
  if (of.status === 'paid') return 'paid_twice'
  return subscriptionClosed(of, moment) || paidAt >= of.submissionsEndAt ? 'late' : null
}

/** Whether the subscription's slot is still reserved or another slot is free. Pure. */
export function hasLaunchSlot(
  { id, launchSlots }: { readonly id: string; readonly launchSlots: number },
  { taken, reservedBy }: { readonly taken: number; readonly reservedBy: ReadonlySet<string> },
): boolean {
  return reservedBy.has(id) || taken < launchSlots
}

export type LastPayment = {
  state: PaymentState
  resultCode: string | null
  createdAt: Date
  submittedAt: Date | null
  /** When M-Pesa confirmed the payment, if its time is still unknown. */
  confirmedAt: Date | null
  /** M-Pesa gave the prompt an id, by which we can query it. */
  canBeAsked: boolean
}

export type PaymentStanding = {
  status: SubscriptionPaymentStatus
  message: Sentence | ''
  prompt: PromptStanding
}

/**
 * Seconds after sending. By then M-Pesa was queried about the expired prompt; without an outcome the dancer
 * need not wait longer. A prompt that cannot be queried ends the wait when it expires.
 */
const ASKED_AFTER_SECONDS = 210

/**
 * Whether a payment made now would count: `taken`; `without_slot` if it needs a launch slot and none is free;
 * `closed` if submissions have ended or the dancer paid for another month.
 */
export type Taking = 'taken' | 'without_slot' | 'closed'

/**
 * Sentences for payments without an outcome that would not count, whenever they were made
 * (docs/decisions/0005).
 */
const takenNoMore = { without_slot: 'subscription.over_review', closed: 'subscription.over_refund' } as const

/**
 * The dancer's view of a subscription. Pure.
 * @param payment null if none was ever requested
 * @param taking unless it is `taken`, no sentence asks to pay by Paybill
 */
export function standingOf(
  isPaid: boolean,
  payment: LastPayment | null,
  at: Date,
  taking: Taking = 'taken',
): PaymentStanding {
  if (isPaid) return { status: 'paid', message: '', prompt: 'none' }
  if (!payment) return { status: 'none', message: '', prompt: 'none' }
  const prompt = promptStandingOf(payment, at)
  const saidOf = (standing: Exclude<PromptStanding, 'none'>) =>
    say(taking === 'taken' || standing === 'sent' ? promptKey(standing) : takenNoMore[taking])
  switch (payment.state) {
    case 'declined':
      return { status: 'failed', message: say(`failure.${failureOfCode(payment.resultCode ?? '')}`), prompt }
    case 'rejected':
      return { status: 'failed', message: unsentSentence(payment.resultCode, taking === 'taken'), prompt }
    case 'refund_pending':
      return { status: 'failed', message: say('subscription.being_sent_back'), prompt }
    case 'refunded':
      return { status: 'failed', message: say('subscription.sent_back'), prompt }
    case 'review':
      return { status: 'pending', message: say('payment_under_review'), prompt }
    case 'created':
      return { status: 'pending', message: say('prompt.coming'), prompt }
    case 'unresolved':
      if (payment.confirmedAt) return { status: 'pending', message: say('subscription.confirmed'), prompt }
      return { status: 'failed', message: saidOf('over'), prompt: 'over' }
    default:
      if (prompt === 'none') return { status: 'pending', message: say('subscription.confirmed'), prompt }
      return {
        status: isUnheard(payment, at) ? 'failed' : 'pending',
        message: saidOf(prompt),
        prompt,
      }
  }
}

export function refundOf(state: PaymentState | null): SubscriptionRefund | null {
  if (state === 'refund_pending') return 'pending'
  return state === 'refunded' ? 'done' : null
}

/** Why no prompt was sent, and what to do. For `locked` the dancer completes another request first. */
function unsentSentence(code: string | null, isTaken: boolean): Sentence {
  const failure = failureOfUnsent(code)
  const sentence = say(`failure.${failure}`)
  return failure === 'locked' || !isTaken ? sentence : sayAll([sentence, say('pay_by_paybill')])
}

/** Whether the prompt has expired and M-Pesa will not report an outcome soon. */
function isUnheard(payment: LastPayment, at: Date): boolean {
  if (promptStandingOf(payment, at) !== 'over') return false
  if (!payment.canBeAsked) return true
  return (payment.submittedAt ?? payment.createdAt) < addSeconds(at, -ASKED_AFTER_SECONDS)
}

export type Hindrance = 'prompt_open' | 'payment_unclear' | 'payment_under_review'

/**
 * Prevents a second request while a payment is open. An expired prompt has left the phone: the dancer may
 * confirm a retry, and if both are paid, the second payment goes to suspense.
 */
export function hindranceOf(payment: LastPayment | null, isRetry: boolean, at: Date): Hindrance | null {
  if (payment?.state === 'review' || payment?.confirmedAt) return 'payment_under_review'
  const standing = standingOf(false, payment, at)
  if (standing.status !== 'pending') return null
  if (standing.prompt !== 'over') return 'prompt_open'
  return isRetry ? null : 'payment_unclear'
}
