import { expect, test } from 'vitest'
import { standingOf } from './policy.ts'

test('money of a top-up that was sent back is not said to be on its way', () => {
  const sentence = (state: 'refund_pending' | 'refunded') => standingOf(state, null, 'none').message
  expect(sentence('refund_pending')).toEqual('This payment could not be taken and is sent back.')
  expect(sentence('refunded')).toEqual('This payment could not be taken and was sent back.')
})
