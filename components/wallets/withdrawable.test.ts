import { expect, test } from 'vitest'
import { mostWithdrawable } from './withdrawable.ts'

test.each([
  [0, null],
  [9.99, null],
  [10, 10],
  [250.33, 250],
  [300_000, 250_000],
])('of KES %d, %s is offered', (available, most) => {
  expect(mostWithdrawable(available)).toBe(most)
})
