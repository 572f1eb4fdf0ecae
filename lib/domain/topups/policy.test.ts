import { expect, test } from 'vitest'
import { standingOf } from './policy.ts'

test('money of a top-up that was sent back is not said to be on its way', () => {
  const sentence = (state: 'refund_pending' | 'refunded') => standingOf(state, null, 'none').message
  expect(sentence('refund_pending')).toEqual('We could not accept this payment and are sending it back.')
  expect(sentence('refunded')).toEqual('We could not accept this payment and sent it back.')
})
