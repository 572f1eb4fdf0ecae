import { expect, test } from 'vitest'
import { readAmount } from './transfer-amount.ts'

test.each([
  '1234.5',
  '1234.50',
  '1,234.50',
  ' KES 1,234.50',
  'kes1234.5',
  'Ksh 1 234.50',
  'KES\u00a01,234.50',
])('%j is the amount KES 1,234.50', (typed) => {
  expect(readAmount(typed)).toBe(1_234.5)
})

test('an amount is over 0 and has at most two decimals', () => {
  expect(readAmount(' 30,000.55 ')).toBe(30_000.55)
  expect(readAmount('0.01')).toBe(0.01)
  for (const wrong of ['', '0', '0.00', '-5', '1.005', '1e5', 'ten', '99999999999'])
    expect(readAmount(wrong), wrong).toBeNull()
})
