/** Identifies a device without an account, for 30 days. */
export type VoteSession = {
  sessionId: string
  deviceFingerprint: string
  createdAt: string
  lastActivity: string
}

const KEY = 'vote_session'
const LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** The page's session if the device has no storage. An Idempotency-Key is valid within one session. */
let ofPage: VoteSession | null = null

/** Returns the device's session; replaces one older than 30 days. */
export function voteSession(at: Date = new Date(), storage: Storage | null = deviceStorage()): VoteSession {
  const stored = readStored(storage, at) ?? ofPage
  const session: VoteSession = {
    sessionId: stored?.sessionId ?? newSessionId(),
    deviceFingerprint: stored?.deviceFingerprint ?? deviceFingerprint(deviceTraits()),
    createdAt: stored?.createdAt ?? at.toISOString(),
    lastActivity: at.toISOString(),
  }
  if (!keep(session, storage)) ofPage = session
  return session
}

/** @returns whether it was stored */
function keep(session: VoteSession, storage: Storage | null): boolean {
  try {
    storage?.setItem(KEY, JSON.stringify(session))
    return storage !== null
  } catch {
    return false
  }
}

/** 20 stable characters; the API accepts 10 to 24. */
export function deviceFingerprint(traits: readonly string[]): string {
  const text = traits.join('\u0001')
  const parts = [0x811c9dc5, 0x01000193, 0x9e3779b9].map((seed) => hash(text, seed))
  return parts
    .map((part) => part.toString(36).padStart(7, '0'))
    .join('')
    .slice(0, 20)
}

/** 32-bit FNV-1a, not for secrets. */
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
  // The offset, not the zone's name: the first Intl.DateTimeFormat costs a cheap phone 150 ms.
  const zone = String(new Date().getTimezoneOffset())
  return [userAgent, language, `${width}x${height}x${colorDepth}`, zone, String(hardwareConcurrency)]
}

function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readStored(storage: Storage | null, at: Date): Partial<VoteSession> | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    if (!isVoteSession(stored)) return null
    const age = at.getTime() - Date.parse(stored.createdAt)
    return age >= 0 && age < LIFE_MS ? stored : null
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
