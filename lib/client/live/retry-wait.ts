/** A realtime server that was killed is replaced by another in this time, in ms: until then it is looked for often. */
const SOON_MS = 5_000
const WAIT_SOON_MS = 1_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 30_000

/**
 * How long a lost socket waits before it tries again, in ms. Within seconds of a kill it is back; the longer nobody answers, the
 * rarer it asks. All waits are random, so that not all browsers reach a restarted server at once.
 * @param lostFor how long ago the connection was lost, in ms; 0 before the first try
 * @param random from 0 to 1
 */
export function waitBeforeTry(lostFor: number, random = Math.random()): number {
  const longest = lostFor < SOON_MS ? WAIT_SOON_MS : Math.min(LONGEST_WAIT_MS, lostFor)
  const shortest = lostFor === 0 ? FIRST_WAIT_MS : longest / 2
  return shortest + random * (longest - shortest)
}
