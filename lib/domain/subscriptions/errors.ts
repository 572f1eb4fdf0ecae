import { RuleError } from '#lib/core/errors.ts'
import { type Cents, kesText, toShillings } from '#lib/core/money.ts'
import type { Hindrance } from './policy.ts'

const hindrances: Record<Hindrance, string> = {
  prompt_open: 'A payment is already waiting on your phone. Finish or cancel it first.',
  payment_unclear: 'We are still checking your last payment with M-PESA. Wait a little, or try again.',
  payment_under_review: 'We have your payment and a person is looking at it. You do not have to pay again.',
}

/** Another payment is not asked for while one is open. */
export const paymentOpen = (hindrance: Hindrance) => new RuleError(hindrance, hindrances[hindrance], 409)

export const alreadySubscribed = () =>
  new RuleError('already_subscribed', 'You are already subscribed to this challenge.', 409)

export const subscriptionsClosed = () =>
  new RuleError('subscriptions_closed', 'Subscriptions for this challenge are closed.', 409)

/** It costs more by now than the dancer was shown. @param fee what it costs now, in cents */
export const priceChanged = (fee: Cents) =>
  new RuleError('price_changed', `The subscription fee is now ${kesText(fee)}. Nothing was charged.`, 409, {
    subscription_fee: toShillings(fee),
  })

/** The sentence of a failed subscription (docs/api.md, Challenges). */
export function balanceTooLow(): RuleError {
  const sentence = 'Unable to subscribe. Ensure you have sufficient balance and KYC is approved.'
  return new RuleError('insufficient_balance', sentence, 400)
}
