import { storeVoteCount } from './vote-counts.ts'

// Apart from the counts, so that a page's first load has only what shows them.

/**
 * How long a count that a socket has told stands against answers of calls, in milliseconds: the browser may hold those for six
 * seconds, the proxy for two, and each was under way for a while.
 */
const TOLD_MS = 10_000
/** When a socket has told a video's count, by `performance.now()`. */
const toldAt = new Map<string, number>()

/** Stores a count that a socket has told. */
export function tellVoteCount(videoId: string, count: number): void {
  toldAt.set(videoId, performance.now())
  storeVoteCount(videoId, count)
}

/** Stores a count of an answer, unless a socket has told one so lately that the answer may be older. */
export function setVoteCount(videoId: string, count: number): void {
  if (performance.now() - (toldAt.get(videoId) ?? Number.NEGATIVE_INFINITY) >= TOLD_MS)
    storeVoteCount(videoId, count)
}
