import type { SessionUser } from '#lib/contract/accounts/calls.ts'

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
const ACCESS = 'auth_token'
const REFRESH = 'refresh_token'
const USER = 'user'
// Keys of the idle timer (idle-timer.ts), which are removed with the session.
export const LAST_ACTIVITY = 'last_activity'
export const IDLE_WARNED = 'idle_warned'

const listeners = new Set<() => void>()
let cached: { key: string; user: SignedInUser | null } = { key: '', user: null }

/** Returns the stored user type of a role; any unknown role reads as dancer. */
export function userTypeOf(role: string): SignedInUser['userType'] {
  if (role === 'copyright_owner') return 'musician'
  return role === 'compliance_officer' || role === 'super_admin' ? 'officer' : 'dancer'
}

/** Returns the user of a login answer in the form that the browser stores. */
export function toSignedInUser(user: SessionUser): SignedInUser {
  const userType = userTypeOf(user.role)
  return {
    id: user.id,
    username: user.username,
    displayName: `${user.first_name} ${user.last_name}`.trim() || user.username,
    email: user.email,
    userType,
    backendRole: user.role,
    avatar: userType === 'musician' ? '🎵' : '💃',
  }
}

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

/** Stores new tokens, and the user where one is given. */
export function storeSession(tokens: { access: string; refresh: string }, user?: SignedInUser): void {
  write(ACCESS, tokens.access)
  write(REFRESH, tokens.refresh)
  if (user) write(USER, JSON.stringify(user))
  tell()
}

/** Stores the user, unless they have signed out in the meantime. */
export function storeUser(user: SignedInUser): void {
  if (!hasTokens()) return
  write(USER, JSON.stringify(user))
  tell()
}

/** Forgets tokens, user and how long nobody was active, in all tabs. */
export function clearSession(): void {
  for (const key of [ACCESS, REFRESH, USER, LAST_ACTIVITY, IDLE_WARNED]) write(key, null)
  tell()
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

function tell(): void {
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

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The storage is full or forbidden, so the person stays signed out on this device.
  }
}
