import { SUBSCRIPTION_PHONE_MIN } from '#lib/contract/subscriptions/constants.ts'

/** Whether a number is long enough to be one that pays. The server reads it for certain. */
export function isSubscriptionPhone(typed: string): boolean {
  return typed.trim().length >= SUBSCRIPTION_PHONE_MIN
}
