/** The newest known vote counts by video, so that the whole page shows the same one. */
const counts = new Map<string, number>()
const listeners = new Map<string, Set<() => void>>()

/** Returns the newest known count of a video. @param initial the count that came with the page */
export function readVoteCount(videoId: string, initial: number): number {
  return counts.get(videoId) ?? initial
}

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
  store(videoId, count)
}

/** Stores a count of an answer, unless a socket has told one so lately that the answer may be older. */
export function setVoteCount(videoId: string, count: number): void {
  if (performance.now() - (toldAt.get(videoId) ?? Number.NEGATIVE_INFINITY) >= TOLD_MS) store(videoId, count)
}

/** Stores a count that came from the server; never below zero. */
function store(videoId: string, count: number): void {
  const next = Math.max(0, count)
  if (counts.get(videoId) === next) return
  counts.set(videoId, next)
  for (const listener of listeners.get(videoId) ?? []) listener()
}

export function subscribeVoteCount(videoId: string, listener: () => void): () => void {
  const own = listeners.get(videoId) ?? new Set()
  listeners.set(videoId, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0) listeners.delete(videoId)
  }
}
