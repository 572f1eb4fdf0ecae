import { RuleError } from '#lib/core/errors.ts'
import { type Cents, kesText, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import type { Hindrance } from './policy.ts'

/** Another payment is not asked for while one is open. */
export const paymentOpen = (hindrance: Hindrance) => new RuleError(hindrance, 409)

export const alreadySubscribed = () => new RuleError('already_subscribed', 409)

export const subscriptionsClosed = () => new RuleError('subscriptions_closed', 409)

/** It costs more by now than the dancer was shown. @param fee what it costs now, in cents */
export const priceChanged = (fee: Cents) =>
  new RuleError(say('price_changed', { fee: kesText(fee) }), 409, {
    subscription_fee: toShillings(fee),
  })

/** The sentence of a failed subscription (docs/api.md, Challenges). */
export const balanceTooLow = () => new RuleError('insufficient_balance.subscription')
