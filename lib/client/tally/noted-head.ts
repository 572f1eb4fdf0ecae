/** The end of a list that this device has found right: the next visit looks whether the list still runs through it. */
export type NotedHead = { position: number; hash: string }

const keyOf = (challengeId: string) => `tally_${challengeId}`

export function readNotedHead(challengeId: string): NotedHead | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(challengeId)) ?? 'null')
    return isNotedHead(kept) ? { position: kept.position, hash: kept.hash } : null
  } catch {
    return null
  }
}

export function noteHead(challengeId: string, head: NotedHead): void {
  try {
    localStorage.setItem(keyOf(challengeId), JSON.stringify({ position: head.position, hash: head.hash }))
  } catch {
    // Without storage each visit checks the list anew.
  }
}

function isNotedHead(value: unknown): value is NotedHead {
  if (typeof value !== 'object' || value === null || !('position' in value) || !('hash' in value))
    return false
  return typeof value.position === 'number' && typeof value.hash === 'string'
}
