export type SignedInUser = {
  id: string
  username: string
  displayName: string
  email: string
  userType: 'musician' | 'dancer' | 'officer'
  backendRole: string
  avatar: string
} & Partial<ProfileOfUser>

/** Fields added when `validateSession` has read the profile. */
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

// Renaming these keys would sign everybody out.
export const ACCESS = 'auth_token'
export const REFRESH = 'refresh_token'
export const USER = 'user'

const listeners = new Set<() => void>()
let cached: { key: string; user: SignedInUser | null } = { key: '', user: null }

/** Returns '' for an absent token. */
export function readTokens(): { access: string; refresh: string } {
  return { access: read(ACCESS), refresh: read(REFRESH) }
}

export function hasTokens(): boolean {
  return (read(ACCESS) || read(REFRESH)) !== ''
}

/** The same object until the user changes; null on the server. */
export function readUser(): SignedInUser | null {
  const key = read(ACCESS) && read(USER)
  if (key !== cached.key) cached = { key, user: parseUser(key) }
  return cached.user
}

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

/** For change-session.ts, the only file that changes the session. */
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
