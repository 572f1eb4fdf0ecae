/** Who gifts without an account: kept on the device for 30 days. */
export type VoteSession = {
  sessionId: string
  deviceFingerprint: string
  createdAt: string
  lastActivity: string
}

const KEY = 'vote_session'
const LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** The device's vote session: the kept one while it is under 30 days old, else a new one. */
export function voteSession(at: Date = new Date(), storage: Storage | null = deviceStorage()): VoteSession {
  const kept = readKept(storage, at)
  const session: VoteSession = {
    sessionId: kept?.sessionId ?? newSessionId(),
    deviceFingerprint: kept?.deviceFingerprint ?? deviceFingerprint(deviceTraits()),
    createdAt: kept?.createdAt ?? at.toISOString(),
    lastActivity: at.toISOString(),
  }
  try {
    storage?.setItem(KEY, JSON.stringify(session))
  } catch {
    // A full or forbidden storage: the session lives as long as the page.
  }
  return session
}

/** 20 characters that stay the same for the same traits: between the documented 10 and 24. */
export function deviceFingerprint(traits: readonly string[]): string {
  const text = traits.join('\u0001')
  const parts = [0x811c9dc5, 0x01000193, 0x9e3779b9].map((seed) => hash(text, seed))
  return parts
    .map((part) => part.toString(36).padStart(7, '0'))
    .join('')
    .slice(0, 20)
}

/** 32-bit FNV-1a with a seed. It tells devices apart and keeps nothing secret. */
function hash(text: string, seed: number): number {
  let state = seed
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return (state ^ (state >>> 15)) >>> 0
}

function deviceTraits(): string[] {
  const { language, hardwareConcurrency, userAgent } = navigator
  const { width, height, colorDepth } = screen
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [userAgent, language, `${width}x${height}x${colorDepth}`, zone, String(hardwareConcurrency)]
}

function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readKept(storage: Storage | null, at: Date): Partial<VoteSession> | null {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    if (!isVoteSession(kept)) return null
    const age = at.getTime() - Date.parse(kept.createdAt)
    return age >= 0 && age < LIFE_MS ? kept : null
  } catch {
    return null
  }
}

function isVoteSession(value: unknown): value is VoteSession {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    ['sessionId', 'deviceFingerprint', 'createdAt'].every((name) => typeof fields[name] === 'string') &&
    String(fields.deviceFingerprint).length >= 10
  )
}

function deviceStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
