import { SUBSCRIPTION_PHONE_MIN } from '#lib/contract/subscriptions/constants.ts'

/** Tells whether a number is long enough to pay with. The server checks the rest. */
export function isSubscriptionPhone(typed: string): boolean {
  return typed.trim().length >= SUBSCRIPTION_PHONE_MIN
}
