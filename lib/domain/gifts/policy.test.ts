import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { giftCredits, giftPrice, samePhone, votesFor } from './policy.ts'

const accounts = { dancer: 1n, musician: 2n, platform: 3n }

describe('what a vote costs and who gets it', () => {
  test('KES 50: 15 to the dancer, 15 to the musician, 20 to the platform', () => {
    expect(giftCredits(1, accounts)).toEqual([
      { accountId: 1n, amount: 1_500n },
      { accountId: 2n, amount: 1_500n },
      { accountId: 3n, amount: 2_000n },
    ])
  })

  test('the shares of any number of votes sum to their price, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (votes) => {
        const shared = giftCredits(votes, accounts).reduce((sum, { amount }) => sum + amount, 0n)
        expect(shared).toBe(giftPrice(votes))
        expect(votesFor(giftPrice(votes))).toBe(votes)
      }),
    )
  })

  test.each([0n, -5_000n, 1n, 4_999n, 5_001n, 7_500n])(
    '%s cents pay for no whole number of votes',
    (cents) => {
      expect(votesFor(cents)).toBeNull()
    },
  )
})

describe('a phone, however it is written', () => {
  test.each(['0712345678', '+254712345678', '254712345678', '0712 345 678', '712345678'])('%s', (written) => {
    expect(samePhone(written, '254712345678')).toBe(true)
  })

  test.each(['', '0712345679', '2547*****678', '254', 'abc', '0'])('%j is another', (written) => {
    expect(samePhone(written, '254712345678')).toBe(false)
  })

  test('nothing is the same as nothing', () => {
    expect(samePhone('', '')).toBe(false)
  })
})
