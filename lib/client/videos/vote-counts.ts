const counts = new Map<string, number>()
const listeners = new Map<string, Set<() => void>>()

/** @param initial the count sent with the page */
export function readVoteCount(videoId: string, initial: number): number {
  return counts.get(videoId) ?? initial
}

/** Stores at least zero. follow-votes.ts decides which count is newer. */
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
