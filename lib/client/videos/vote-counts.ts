/** The newest known vote counts by video, so that the whole page shows the same one. */
const counts = new Map<string, number>()
const listeners = new Map<string, Set<() => void>>()

/** Returns the newest known count of a video. @param initial the count that came with the page */
export function readVoteCount(videoId: string, initial: number): number {
  return counts.get(videoId) ?? initial
}

/** Shows a count on the whole page; never one below zero. Whether it is newer is for count-answers.ts to know. */
export function storeVoteCount(videoId: string, count: number): void {
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
