import { expect, test } from 'vitest'
import { readReceipt } from './receipt.ts'

test('a receipt is ten capital letters and digits, whatever blanks lie around it', () => {
  expect(readReceipt('UKNG1CUVVO')).toBe('UKNG1CUVVO')
  expect(readReceipt('\u00a0UKNG1CUVVO \n')).toBe('UKNG1CUVVO')
})

test.each([
  'UKNG1 CUVVO',
  'UK-NG1CUVVO',
  'UKNG1\u00a0CUVVO',
  'UKNG1\u200bCUVVO',
  'ukng1cuvvo',
  'UKNG1CUVV',
  'UKNG1CUVVOX',
  'ÜKNG1CUVVO',
  '',
  1234567890,
  null,
])('%j is no receipt', (told) => {
  expect(readReceipt(told)).toBeNull()
})
