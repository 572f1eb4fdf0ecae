/** The signed-in person, as the browser stores them. */
export type SignedInUser = {
  id: string
  username: string
  displayName: string
  email: string
  userType: 'musician' | 'dancer' | 'officer'
  backendRole: string
  avatar: string
} & Partial<ProfileOfUser>

/** The part of the profile that is added when `validateSession` has read it. */
export type ProfileOfUser = {
  bio: string
  location: string
  socialLinks: { instagram?: string; tiktok?: string; youtube?: string }
  phone_number: string
  kyc_status: string
  created_at: string
  total_votes: number
  total_views: number
}

export type Session = { access: string; refresh: string; user: SignedInUser | null }

// These names must not change, because a new release would sign everybody out.
export const ACCESS = 'auth_token'
export const REFRESH = 'refresh_token'
export const USER = 'user'

const listeners = new Set<() => void>()
let cached: { key: string; user: SignedInUser | null } = { key: '', user: null }

/** Returns the stored tokens; each is '' where there is none. */
export function readTokens(): { access: string; refresh: string } {
  return { access: read(ACCESS), refresh: read(REFRESH) }
}

/** Tells whether there is a stored session. */
export function hasTokens(): boolean {
  return (read(ACCESS) || read(REFRESH)) !== ''
}

/** Returns the signed-in user, the same object until it changes; null when signed out or on the server. */
export function readUser(): SignedInUser | null {
  const key = read(ACCESS) && read(USER)
  if (key !== cached.key) cached = { key, user: parseUser(key) }
  return cached.user
}

/** Calls back when the session changes, here or in another tab. */
export function subscribeSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === ACCESS || event.key === USER) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Tells of a change. Only change-session.ts changes the session. */
export function tellSession(): void {
  for (const listener of listeners) listener()
}

function parseUser(text: string): SignedInUser | null {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    return isSignedInUser(value) ? value : null
  } catch {
    return null
  }
}

function isSignedInUser(value: unknown): value is SignedInUser {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return ['id', 'username', 'displayName', 'userType'].every((name) => typeof fields[name] === 'string')
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
