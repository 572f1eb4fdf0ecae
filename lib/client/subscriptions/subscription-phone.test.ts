import { expect, test } from 'vitest'
import { SUBSCRIPTION_PHONE_MIN, subscriptionPhone } from '#lib/contract/subscriptions/calls.ts'
import { isSubscriptionPhone } from './subscription-phone.ts'

test('a number of at least 10 characters after trimming is sent', () => {
  expect(isSubscriptionPhone(` ${'7'.repeat(SUBSCRIPTION_PHONE_MIN - 1)} `)).toBe(false)
  expect(isSubscriptionPhone('7'.repeat(SUBSCRIPTION_PHONE_MIN))).toBe(true)
})

test.each(['0712345678', '0712 345 678', '+254712345678', ' 254712345678 '])(
  '%s, which the call takes, is sent',
  (typed) => {
    expect(subscriptionPhone.safeParse(typed).success).toBe(true)
    expect(isSubscriptionPhone(typed)).toBe(true)
  },
)
