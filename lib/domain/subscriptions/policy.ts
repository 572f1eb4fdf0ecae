import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import type { SubscriptionPaymentStatus, SubscriptionRefund } from '#lib/contract/subscriptions/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { ChallengePhase, SubscriptionStatus } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { promptKey, promptStandingOf } from '#lib/domain/payments/prompt-standing.ts'
import type { ClosedPurpose } from '#lib/domain/payments/purpose.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'

const ROYALTY_PERCENT = 30n

/** What of a subscription goes into the royalty pool, in cents. */
export function royaltiesOf(amount: Cents): Cents {
  return (amount * ROYALTY_PERCENT) / 100n
}

/** Who is credited for a subscription: 30% the royalty pool, rounded down to the cent, the platform the rest. */
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

/** What decides whether a subscription takes money, as it is stored. */
export type OpenSubscription = {
  readonly status: SubscriptionStatus
  readonly phase: ChallengePhase
  readonly submissionsEndAt: Date
  /** When its dancer closed the account. */
  readonly deletedAt: Date | null
}

/** Pure: what has closed of a subscription by that moment, so that its dancer could not dance for it any more, or null. */
export function subscriptionClosed(
  of: OpenSubscription,
  moment: Date,
): Extract<ClosedPurpose, 'account' | 'month' | 'submissions'> | null {
  // Whenever it was paid (docs/decisions/0005). The closing locks the payments, as settlement does before it reads this.
  if (of.deletedAt !== null) return 'account'
  if (of.phase === 'closed') return 'month'
  return moment >= of.submissionsEndAt ? 'submissions' : null
}

/**
 * Pure: why a subscription does not take what was paid for it, or null.
 * @param paidAt by M-Pesa's time
 * @param moment when it would be credited
 */
export function subscriptionObjection(
  of: OpenSubscription,
  paidAt: Date,
  moment: Date,
): 'paid_twice' | 'late' | null {
  if (of.status === 'paid') return 'paid_twice'
  return subscriptionClosed(of, moment) || paidAt >= of.submissionsEndAt ? 'late' : null
}

/** Pure: whether the launch fee is taken for a subscription: its slot is reserved still, or another one is free. */
export function hasLaunchSlot(
  { id, launchSlots }: { readonly id: string; readonly launchSlots: number },
  { taken, reservedBy }: { readonly taken: number; readonly reservedBy: ReadonlySet<string> },
): boolean {
  return reservedBy.has(id) || taken < launchSlots
}

/** The newest payment of a subscription. */
export type LastPayment = {
  state: PaymentState
  resultCode: string | null
  createdAt: Date
  submittedAt: Date | null
  /** When M-Pesa said that it was paid, where only the time of it is not known yet. */
  confirmedAt: Date | null
  /** Whether M-Pesa can be asked about it: its prompt has an id. */
  canBeAsked: boolean
}

/** Where a payment stands for the dancer, the sentence about it, and what is known of its prompt. */
export type PaymentStanding = {
  status: SubscriptionPaymentStatus
  message: Sentence | ''
  prompt: PromptStanding
}

/**
 * Seconds after sending by which M-Pesa has been asked about a prompt whose time is over, and has not known more. The dancer
 * waits no longer for it. Where M-Pesa cannot be asked, they wait no longer than the prompt's own time.
 */
const ASKED_AFTER_SECONDS = 210

/**
 * What would become of a subscription's payment that is made now: it counts, or only if one of the launch slots comes free
 * before it is settled, or never, because submissions have ended or the launch fee was for another month.
 */
export type Taking = 'taken' | 'without_slot' | 'closed'

/** Said of one that M-Pesa may still tell of. Where it is closed it does not count, whenever it was made (docs/decisions/0005). */
const takenNoMore = { without_slot: 'subscription.over_review', closed: 'subscription.over_refund' } as const

/**
 * Pure: what a dancer is told of a subscription.
 * @param payment null where none was ever asked for
 * @param taking where it could not be made now, nobody is sent to Paybill
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

/** Pure: where the money of a payment is that was made and did not count. */
export function refundOf(state: PaymentState | null): SubscriptionRefund | null {
  if (state === 'refund_pending') return 'pending'
  return state === 'refunded' ? 'done' : null
}

/** Why no prompt was sent, and what to do; who has another request open finishes that one. */
function unsentSentence(code: string | null, isTaken: boolean): Sentence {
  const failure = failureOfUnsent(code)
  const sentence = say(`failure.${failure}`)
  return failure === 'locked' || !isTaken ? sentence : sayAll([sentence, say('pay_by_paybill')])
}

/** Its prompt's time is over, and M-Pesa will not say more of it any time soon. */
function isUnheard(payment: LastPayment, at: Date): boolean {
  if (promptStandingOf(payment, at) !== 'over') return false
  if (!payment.canBeAsked) return true
  return (payment.submittedAt ?? payment.createdAt) < addSeconds(at, -ASKED_AFTER_SECONDS)
}

/** Why another payment may not be asked for yet, or null. */
export type Hindrance = 'prompt_open' | 'payment_unclear' | 'payment_under_review'

/**
 * Nobody is asked to pay again while a payment is open. One that M-Pesa is being asked about has left the phone: who
 * says so may try again, and a second payment goes to suspense.
 */
export function hindranceOf(payment: LastPayment | null, isRetry: boolean, at: Date): Hindrance | null {
  if (payment?.state === 'review' || payment?.confirmedAt) return 'payment_under_review'
  const standing = standingOf(false, payment, at)
  if (standing.status !== 'pending') return null
  if (standing.prompt !== 'over') return 'prompt_open'
  return isRetry ? null : 'payment_unclear'
}
