/** Newest known vote counts by video: every place that shows a count shows the same one. */
const counts = new Map<string, number>()
const listeners = new Map<string, Set<() => void>>()

/** The newest known count of a video, or what the page came with. */
export function readVoteCount(videoId: string, initial: number): number {
  return counts.get(videoId) ?? initial
}

/** Takes a count that the server told. Never below zero. */
export function setVoteCount(videoId: string, count: number): void {
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
