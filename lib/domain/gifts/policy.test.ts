import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GiftFacts,
  giftCredits,
  giftPrice,
  judgeGift,
  judgePaidGift,
  samePhone,
  voteCountFor,
  votingAt,
  withdrawnBy,
} from './policy.ts'

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
        expect(voteCountFor(giftPrice(votes))).toBe(votes)
      }),
    )
  })

  test.each([0n, -5_000n, 1n, 4_999n, 5_001n, 7_500n])(
    '%s cents pay for no whole number of votes',
    (cents) => {
      expect(voteCountFor(cents)).toBeNull()
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

const plain: GiftFacts = {
  voteCount: 5,
  voting: 'open',
  withdrawn: null,
  payer: 'other',
  votesThatDay: { sure: 0, possible: 0 },
  mostPerDay: 100,
}

describe('the one policy for gifts', () => {
  test.each<[Partial<GiftFacts>, string, string]>([
    [{}, 'taken', 'taken'],
    [{ voteCount: 100 }, 'taken', 'taken'],
    [{ voteCount: 101, mostPerDay: 1_000 }, 'refused: too_many_votes', 'refused: too_many_votes'],
    [{ voteCount: null }, 'refused: wrong_amount', 'refused: wrong_amount'],
    [{ voting: 'early' }, 'refused: too_early', 'refused: too_early'],
    [{ voting: 'over' }, 'refused: late', 'refused: late'],
    [
      { withdrawn: 'video_withdrawn', voting: 'over' },
      'refused: video_withdrawn',
      'refused: video_withdrawn',
    ],
    [{ withdrawn: 'dancer_inactive' }, 'refused: dancer_inactive', 'refused: dancer_inactive'],
    [{ payer: 'own' }, 'refused: own_phone', 'held: fraud_hold'],
    [{ payer: 'known' }, 'held: fraud_hold', 'held: fraud_hold'],
    [{ payer: 'may_be' }, 'held: own_phone_masked', 'held: own_phone_masked'],
    [{ votesThatDay: { sure: 95, possible: 95 } }, 'taken', 'taken'],
    [{ votesThatDay: { sure: 96, possible: 96 } }, 'refused: phone_day_limit', 'held: phone_day_limit'],
    [{ votesThatDay: { sure: 0, possible: 96 } }, 'held: phone_day_limit', 'held: phone_day_limit'],
  ])('%j: %s, and with the money there %s', (facts, asked, paid) => {
    const word = (verdict: ReturnType<typeof judgeGift>) =>
      verdict.kind === 'taken' ? 'taken' : `${verdict.kind}: ${verdict.reason}`
    expect(word(judgeGift({ ...plain, ...facts }))).toBe(asked)
    expect(word(judgePaidGift({ ...plain, ...facts }))).toBe(paid)
  })

  test.each([
    ['voting', 15, false, 'open'],
    ['subscription', 15, false, 'open'],
    ['subscription', 5, false, 'early'],
    ['voting', 5, false, 'early'],
    ['voting', 5, true, 'early'],
    ['tallying', 5, true, 'early'],
    ['voting', 31, false, 'over'],
    ['tallying', 15, false, 'over'],
    ['tallying', 15, true, 'open'],
    ['closed', 15, true, 'over'],
  ] as const)('a month in %s on the %sth, paid: %s, is %s', (phase, day, isPaid, voting) => {
    const month = {
      phase,
      votingStartsAt: new Date(Date.UTC(2026, 10, 8)),
      endsAt: new Date(Date.UTC(2026, 10, 30)),
    }
    expect(votingAt(month, new Date(Date.UTC(2026, 10, day)), isPaid)).toBe(voting)
  })

  test('what was paid before a video was withdrawn still counts, unless its dancer is gone for good', () => {
    const at = new Date(Date.UTC(2026, 10, 15, 12))
    const withdrawn = { withdrawnAt: at, withdrawnBecause: 'video_withdrawn', isErased: false } as const
    expect(withdrawnBy(withdrawn, new Date(at.getTime() - 1))).toBeNull()
    expect(withdrawnBy(withdrawn, at)).toBe('video_withdrawn')
    expect(withdrawnBy({ ...withdrawn, isErased: true }, new Date(0))).toBe('dancer_inactive')
    expect(withdrawnBy({ withdrawnAt: null, withdrawnBecause: null, isErased: false }, at)).toBeNull()
  })
})
