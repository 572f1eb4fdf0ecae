import { createHash } from 'node:crypto'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'

/** A track of the approved pool. */
export type PoolTrack = {
  readonly id: string
  readonly musicianId: string
  /** How many dancers of the challenge have it. */
  readonly used: number
}

/**
 * Draws tracks for a dancer: of different musicians where the pool allows, the least used first, then by chance. All chance
 * is in the seed, so that with the same pool the draw can be repeated and checked.
 * @param held the tracks that the dancer has in this challenge already
 * @returns the tracks that make `held` up to three, as far as the pool has any
 */
export function drawTracks(
  pool: readonly PoolTrack[],
  held: readonly Pick<PoolTrack, 'id' | 'musicianId'>[],
  seed: string,
): PoolTrack[] {
  // Everybody who has paid is looked at, and most have all theirs: a lot for each track of the pool is not drawn for them.
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

/** Returns a track's lot in a draw: as good as random, and always the same for a seed. */
function lotOf(seed: string, trackId: string): string {
  return createHash('sha256').update(`${seed}:${trackId}`).digest('hex')
}
