import type { SubscriptionPaymentStatus } from '#lib/contract/subscriptions.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import { failureSentences } from '#lib/domain/mpesa/failure-sentences.ts'
import { failureOfCode } from '#lib/domain/mpesa/result-codes.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'

const ROYALTY_PERCENT = 30n

/** Who is credited for a subscription: 30% the royalty pool, rounded down to the cent, the platform the rest. */
export function subscriptionCredits(
  amount: Cents,
  accounts: { royalties: bigint; platform: bigint },
): EntryDraft[] {
  const royalties = (amount * ROYALTY_PERCENT) / 100n
  return [
    { accountId: accounts.royalties, amount: royalties },
    { accountId: accounts.platform, amount: amount - royalties },
  ].filter((entry) => entry.amount > 0n)
}

/** The newest payment of a subscription. */
export type LastPayment = { state: PaymentState; resultCode: string | null; createdAt: Date }

/** Where a payment stands for the dancer, and the sentence about it. */
export type PaymentStanding = { status: SubscriptionPaymentStatus; message: string }

/** M-Pesa has told nothing for so long, in seconds: the dancer need not wait for it any more. */
const UNHEARD_SECONDS = 10 * 60

/** Pure: what a dancer is told of a subscription. `payment` is null where none was ever asked for. */
export function standingOf(isPaid: boolean, payment: LastPayment | null, at: Date): PaymentStanding {
  if (isPaid) return { status: 'paid', message: '' }
  if (!payment) return { status: 'none', message: '' }
  switch (payment.state) {
    case 'declined':
      return { status: 'failed', message: failureSentences[failureOfCode(payment.resultCode ?? '')] }
    case 'rejected':
      return payment.resultCode === 'locked'
        ? { status: 'failed', message: failureSentences.locked }
        : { status: 'failed', message: `${failureSentences.not_sent} You can pay by Paybill instead.` }
    case 'refund_pending':
    case 'refunded':
      return { status: 'failed', message: 'Your last payment could not be taken and is sent back.' }
    case 'review':
      return {
        status: 'pending',
        message: 'We have your payment and a person is looking at it. You do not have to pay again.',
      }
    case 'verifying':
    case 'unresolved':
      return payment.createdAt < addSeconds(at, -UNHEARD_SECONDS)
        ? {
            status: 'failed',
            message: 'M-PESA has not told us about your last payment. If you paid, it will count by itself.',
          }
        : { status: 'pending', message: 'We are checking your payment with M-PESA.' }
    default:
      return { status: 'pending', message: 'Approve the payment on your phone.' }
  }
}

/** Why another payment may not be asked for yet, or null. */
export type Hindrance = 'prompt_open' | 'payment_unclear' | 'payment_under_review'

/**
 * Nobody is asked to pay again while a payment is open. One that M-Pesa is being asked about has left the phone: who
 * says so may try again, and a second payment goes to suspense.
 */
export function hindranceOf(payment: LastPayment | null, isRetry: boolean, at: Date): Hindrance | null {
  switch (payment?.state) {
    case 'created':
    case 'submitting':
    case 'awaiting':
    case 'submit_unknown':
      return 'prompt_open'
    case 'verifying':
    case 'unresolved':
      return isRetry || standingOf(false, payment, at).status === 'failed' ? null : 'payment_unclear'
    case 'review':
      return 'payment_under_review'
    default:
      return null
  }
}
