import { expect, test } from 'vitest'
import * as contract from '#lib/contract/gifts/calls.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, MAX_GIFTS, readGiftQuantity } from './gift-quantity.ts'

test('price, presets and maximum are those of the contract', () => {
  expect({ GIFT_PRICE_SHILLINGS, giftPresets, MAX_GIFTS }).toEqual({
    GIFT_PRICE_SHILLINGS: contract.GIFT_PRICE_SHILLINGS,
    giftPresets: contract.giftPresets,
    MAX_GIFTS: contract.MAX_GIFTS,
  })
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
  expect(readGiftQuantity(typed)).toEqual({ quantity, clamped })
})
