import { expect, test } from 'vitest'
import { standingOf } from './policy.ts'

test('money of a top-up that was sent back is not said to be on its way', () => {
  const sentence = (state: 'refund_pending' | 'refunded') => standingOf(state, null, 'none').message
  expect(sentence('refund_pending')).toEqual('We couldn’t accept this payment, so we’re sending it back.')
  expect(sentence('refunded')).toEqual('We couldn’t accept this payment, so we sent it back.')
})
