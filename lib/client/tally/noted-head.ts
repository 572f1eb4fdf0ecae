/** The last verified head. The next visit checks that it still exists. */
export type NotedHead = { position: number; hash: string }

const keyOf = (challengeId: string) => `tally_${challengeId}`

export function readNotedHead(challengeId: string): NotedHead | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(challengeId)) ?? 'null')
    return isNotedHead(stored) ? { position: stored.position, hash: stored.hash } : null
  } catch {
    return null
  }
}

/** Stores the head unless a later one is stored: an answer can be outdated. */
export function noteHead(challengeId: string, head: NotedHead): void {
  if (head.position < (readNotedHead(challengeId)?.position ?? 0)) return
  try {
    localStorage.setItem(keyOf(challengeId), JSON.stringify({ position: head.position, hash: head.hash }))
  } catch {
    // Without storage, the next visit cannot check this head.
  }
}

function isNotedHead(value: unknown): value is NotedHead {
  if (typeof value !== 'object' || value === null || !('position' in value) || !('hash' in value))
    return false
  return typeof value.position === 'number' && typeof value.hash === 'string'
}
