import { expect, test } from 'vitest'
import { readAmount } from './transfer-amount.ts'

test('an amount is over 0 and has at most two decimals', () => {
  expect(readAmount(' 30,000.55 ')).toBe(30_000.55)
  expect(readAmount('0.01')).toBe(0.01)
  for (const wrong of ['', '0', '0.00', '-5', '1.005', '1e5', 'ten', '99999999999'])
    expect(readAmount(wrong), wrong).toBeNull()
})
