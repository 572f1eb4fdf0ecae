import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareRoyalties, type TrackCount } from './policy.ts'

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
