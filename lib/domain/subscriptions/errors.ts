import { RuleError } from '#lib/core/errors.ts'
import { type Cents, kesText, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import type { Hindrance } from './policy.ts'

export const paymentOpen = (hindrance: Hindrance) => new RuleError(hindrance, 409)

export const alreadySubscribed = () => new RuleError('already_subscribed', 409)

export const subscriptionsClosed = () => new RuleError('subscriptions_closed', 409)

/** @param fee the current price in cents, higher than shown */
export const priceChanged = (fee: Cents) =>
  new RuleError(say('price_changed', { fee: kesText(fee) }), 409, {
    subscription_fee: toShillings(fee),
  })

export const balanceTooLow = () => new RuleError('insufficient_balance.subscription')
