import { expect, test } from 'vitest'
import { DANCER_SHARE, MUSICIAN_SHARE, PLATFORM_SHARE, VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { GIFT_PRICE_SHILLINGS, giftShares } from './constants.ts'

test('the price and its shares are those that the ledger posts, which counts in cents', () => {
  const { dancer, musician, platform } = giftShares
  expect([GIFT_PRICE_SHILLINGS, dancer, musician, platform].map((amount) => BigInt(amount) * 100n)).toEqual([
    VOTE_PRICE,
    DANCER_SHARE,
    MUSICIAN_SHARE,
    PLATFORM_SHARE,
  ])
})
