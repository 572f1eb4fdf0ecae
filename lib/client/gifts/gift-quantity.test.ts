import { expect, test } from 'vitest'
import { bulkVote } from '#lib/contract/gifts/calls.ts'
import { giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { readGiftQuantity } from './gift-quantity.ts'

test('the call takes every preset and the maximum, and not one more', () => {
  const takes = (quantity: number) => bulkVote.body.shape.vote_count.safeParse(quantity).success
  expect([...giftPresets, MAX_GIFTS].filter((quantity) => !takes(quantity))).toEqual([])
  expect(takes(MAX_GIFTS + 1)).toBe(false)
})

test.each([
  ['5', 5, false],
  ['100', 100, false],
  ['101', 100, true],
  ['99999999999999999999', 100, true],
  ['0', null, false],
  ['', null, false],
  ['abc', null, false],
  ['-3', 3, false],
  ['007', 7, false],
])('%j is read as %j, clamped: %j', (typed, quantity, clamped) => {
  expect(readGiftQuantity(typed)).toEqual({ quantity, clamped, isBroken: false })
})

test.each(['1.5', '1,5', '1 . 5', '0.5', '1,000'])('%j is no number of gifts', (typed) => {
  expect(readGiftQuantity(typed)).toEqual({ quantity: null, clamped: false, isBroken: true })
})

test('a point that is typed last is not yet a broken number', () => {
  expect(readGiftQuantity('1.')).toEqual({ quantity: 1, clamped: false, isBroken: false })
})
