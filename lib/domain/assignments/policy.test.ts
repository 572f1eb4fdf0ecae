import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { drawTracks, type PoolTrack } from './policy.ts'

/** A pool by how many tracks each musician has in it. */
function poolOf(sizes: readonly number[]): PoolTrack[] {
  return sizes.flatMap((size, musician) =>
    Array.from({ length: size }, (_, n) => ({
      id: `track ${musician}.${n}`,
      musicianId: `musician ${musician}`,
      used: 0,
    })),
  )
}

/** Draws for so many dancers, one after the other. @returns the pool as it then is used, and what each dancer got */
function drawForAll(pool: readonly PoolTrack[], dancers: number, seed: string) {
  let used = [...pool]
  const drawn = Array.from({ length: dancers }, (_, dancer) => {
    const tracks = drawTracks(used, [], `${seed} ${dancer}`)
    const ids = new Set(tracks.map(({ id }) => id))
    used = used.map((track) => (ids.has(track.id) ? { ...track, used: track.used + 1 } : track))
    return tracks
  })
  return { used, drawn }
}

function spreadOf(pool: readonly PoolTrack[]): number {
  const uses = pool.map(({ used }) => used)
  return Math.max(...uses) - Math.min(...uses)
}

const seeds = fc.string({ minLength: 1, maxLength: 20 })
const pools = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 0, maxLength: 14 }).map(poolOf)

describe('a draw', () => {
  test('gives three different tracks, of as many musicians as the pool allows', () => {
    fc.assert(
      fc.property(pools, seeds, (pool, seed) => {
        const tracks = drawTracks(pool, [], seed)
        const musicians = new Set(pool.map(({ musicianId }) => musicianId)).size
        expect(tracks).toHaveLength(Math.min(TRACKS_PER_DANCER, pool.length))
        expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length)
        expect(new Set(tracks.map(({ musicianId }) => musicianId)).size).toBe(
          Math.min(TRACKS_PER_DANCER, musicians),
        )
      }),
    )
  })

  test('makes up what is held, never with a track or, where there is a choice, a musician that is held', () => {
    fc.assert(
      fc.property(pools, pools, seeds, (pool, more, seed) => {
        const held = drawTracks(pool, [], seed).slice(0, 2)
        const all = [...pool, ...more.map((track) => ({ ...track, id: `new ${track.id}` }))]
        const tracks = drawTracks(all, held, `${seed} again`)
        expect(tracks).toHaveLength(Math.min(TRACKS_PER_DANCER - held.length, all.length - held.length))
        expect(tracks.filter(({ id }) => held.some((one) => one.id === id))).toEqual([])
        const musiciansOf = (some: readonly PoolTrack[]) => new Set(some.map(({ musicianId }) => musicianId))
        expect(musiciansOf([...held, ...tracks]).size).toBe(
          Math.min(musiciansOf(held).size + tracks.length, musiciansOf(all).size),
        )
      }),
    )
  })

  test('gives nothing to who has three', () => {
    const pool = poolOf([2, 2, 2])
    expect(drawTracks(pool, drawTracks(pool, [], 'a'), 'b')).toEqual([])
  })

  test('does not look at the pool for who has three', () => {
    const unseen = new Proxy(poolOf([1]), {
      get: () => {
        throw new Error('the pool was looked at')
      },
    })
    const held = drawTracks(poolOf([2, 2, 2]), [], 'a')
    expect(drawTracks(unseen, held, 'b')).toEqual([])
    expect(() => drawTracks(unseen, held.slice(1), 'b')).toThrow('the pool was looked at')
  })

  test('is the same for the same seed, whatever the order of the pool, and another for others', () => {
    const pool = poolOf([3, 3, 3, 3, 3])
    const draw = (from: readonly PoolTrack[], seed: string) => drawTracks(from, [], seed).map(({ id }) => id)
    expect(draw([...pool].reverse(), 'a seed')).toEqual(draw(pool, 'a seed'))
    const draws = new Set(Array.from({ length: 50 }, (_, n) => draw(pool, `seed ${n}`).join()))
    expect(draws.size).toBeGreaterThan(40)
  })
})

describe('over thousands of dancers', () => {
  test('the most and the least used track are never more than two apart', () => {
    // No musician has more than a third of the tracks: then different musicians stand in nobody's way.
    const even = fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 7, maxLength: 14 }).map(poolOf)
    fc.assert(
      fc.property(even, fc.integer({ min: 1_000, max: 3_000 }), seeds, (pool, dancers, seed) => {
        const { used } = drawForAll(pool, dancers, seed)
        expect(used.reduce((sum, track) => sum + track.used, 0)).toBe(dancers * TRACKS_PER_DANCER)
        expect(spreadOf(used)).toBeLessThanOrEqual(2)
      }),
      { numRuns: 5 },
    )
  }, 60_000)

  test('a musician with most of the pool gets one track of each dancer, spread evenly over their tracks', () => {
    const { used, drawn } = drawForAll(poolOf([20, 2, 2]), 2_000, 'lopsided')
    expect(drawn.every((tracks) => new Set(tracks.map(({ musicianId }) => musicianId)).size === 3)).toBe(true)
    for (const musician of ['musician 0', 'musician 1', 'musician 2'])
      expect(spreadOf(used.filter((track) => track.musicianId === musician))).toBeLessThanOrEqual(1)
  })

  test('every track meets every other: the draws are no fixed hands', () => {
    const pool = poolOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    const { drawn } = drawForAll(pool, 3_000, 'pairs')
    const pairs = new Set(
      drawn.flatMap((tracks) => tracks.flatMap((a) => tracks.map((b) => [a.id, b.id].sort().join()))),
    )
    expect(pairs.size).toBe((12 * 11) / 2 + 12)
  })
})
