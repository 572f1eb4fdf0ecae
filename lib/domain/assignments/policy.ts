import { createHash } from 'node:crypto'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'

export type PoolTrack = {
  readonly id: string
  readonly musicianId: string
  /** How many dancers of the challenge have the track. */
  readonly used: number
}

/**
 * Draws tracks: of different musicians if the pool allows, least used first, then at random. All randomness
 * comes from the seed, so the draw can be repeated and checked.
 * @param held the dancer's tracks in this challenge
 * @returns the tracks that complete `held` to three, as far as the pool suffices
 */
export function drawTracks(
  pool: readonly PoolTrack[],
  held: readonly Pick<PoolTrack, 'id' | 'musicianId'>[],
  seed: string,
): PoolTrack[] {
  // Most dancers have all their tracks: skips drawing a lot for each track of the pool.
  if (held.length >= TRACKS_PER_DANCER) return []
  const heldIds = new Set(held.map(({ id }) => id))
  const musicians = new Set(held.map(({ musicianId }) => musicianId))
  const waiting = pool
    .filter(({ id }) => !heldIds.has(id))
    .map((track) => ({ track, lot: lotOf(seed, track.id) }))
    .sort((a, b) => a.track.used - b.track.used || (a.lot < b.lot ? -1 : 1))
    .map(({ track }) => track)
  const drawn: PoolTrack[] = []
  while (held.length + drawn.length < TRACKS_PER_DANCER && waiting.length > 0) {
    const ofAnother = waiting.findIndex(({ musicianId }) => !musicians.has(musicianId))
    const [track] = waiting.splice(Math.max(0, ofAnother), 1)
    if (!track) break
    drawn.push(track)
    musicians.add(track.musicianId)
  }
  return drawn
}

/** A pseudorandom text that is constant for a seed and track. */
function lotOf(seed: string, trackId: string): string {
  return createHash('sha256').update(`${seed}:${trackId}`).digest('hex')
}
