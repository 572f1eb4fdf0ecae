import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { shareByLargestRemainder, shareRoyalties, type TrackCount } from './policy.ts'

const track = (trackId: string, musicianId: string, videos: number): TrackCount => ({
  trackId,
  musicianId,
  accountId: 1n,
  videos,
  votes: 0,
  voteEarnings: 0n,
})

test('the pool goes by approved videos per track, and a musician gets the sum of theirs', () => {
  const shares = shareRoyalties(1_000n, [track('a', 'x', 2), track('b', 'y', 1), track('c', 'x', 1)])
  expect(shares.map(({ musicianId, royalty }) => [musicianId, royalty])).toEqual([
    ['x', 750n],
    ['y', 250n],
  ])
  expect(shares[0]?.tracks.map(({ trackId, royalty }) => [trackId, royalty])).toEqual([
    ['a', 500n],
    ['c', 250n],
  ])
})

test('a month without a video owes nobody anything', () => {
  expect(shareRoyalties(1_000n, [])).toEqual([])
})

test('whatever the month was like, nothing is lost and nobody is a cent off their part', () => {
  const months = fc.array(fc.record({ musician: fc.nat(5), videos: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), months, (pool, given) => {
      const shares = shareRoyalties(
        pool,
        given.map(({ musician, videos }, place) => track(`${place}`, `${musician}`, videos)),
      )
      expect(shares.reduce((sum, { royalty }) => sum + royalty, 0n)).toBe(pool)
      const all = BigInt(given.reduce((sum, { videos }) => sum + videos, 0))
      for (const { tracks } of shares)
        for (const { royalty, videos } of tracks) {
          const exact = (pool * BigInt(videos)) / all
          expect(royalty === exact || royalty === exact + 1n).toBe(true)
        }
    }),
  )
})

const weights = fc
  .array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 40 })
  .filter((all) => all.some((weight) => weight > 0n))

it('loses nothing and gives nobody a cent more than the rounding', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), weights, (total, given) => {
      const shares = shareByLargestRemainder(total, given)
      const sum = given.reduce((all, weight) => all + weight, 0n)
      expect(shares.reduce((all, share) => all + share, 0n)).toBe(total)
      for (const [place, share] of shares.entries()) {
        const exact = total * (given[place] ?? 0n)
        expect(share * sum).toBeGreaterThan(exact - sum)
        expect(share * sum).toBeLessThan(exact + sum)
      }
    }),
  )
})

it('gives the cents that are left to the largest remainders', () => {
  expect(shareByLargestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
  expect(shareByLargestRemainder(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
})

it('refuses to share by nothing', () => {
  expect(() => shareByLargestRemainder(5n, [0n])).toThrow(RangeError)
})
