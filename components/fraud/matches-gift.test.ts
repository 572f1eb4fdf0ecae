import { expect, test } from 'vitest'
import { matchesGift } from './matches-gift.ts'

const gift = { receipt: 'SGH12AB3CD', phone: '2547…678' }

test.each([
  ['', true],
  ['12ab', true],
  ['0712 345 678', true],
  ['+254712345678', true],
  ['678', true],
  ['78', true],
  ['345678', true],
  ['0712345679', false],
  ['0112345678', false],
  ['679', false],
  ['XY', false],
])('%j finds a gift by the receipt or the shown digits of the phone: %j', (words, isFound) => {
  expect(matchesGift(gift, words)).toBe(isFound)
})

test('a gift without a receipt and a phone is found only without a search', () => {
  const unknown = { receipt: null, phone: '' }
  expect([matchesGift(unknown, ''), matchesGift(unknown, '7')]).toEqual([true, false])
})
