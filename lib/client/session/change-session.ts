import type { SessionUser } from '#lib/contract/accounts/calls.ts'
import { ACCESS, hasTokens, REFRESH, type SignedInUser, tellSession, USER } from './session.ts'

// Separate from session.ts, which every page loads first.

// Keys of idle-timer.ts, removed with the session.
export const LAST_ACTIVITY = 'last_activity'
export const IDLE_WARNED = 'idle_warned'

/** An unknown role is a dancer. */
export function userTypeOf(role: string): SignedInUser['userType'] {
  if (role === 'copyright_owner') return 'musician'
  return role === 'compliance_officer' || role === 'super_admin' ? 'officer' : 'dancer'
}

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

export function storeSession(tokens: { access: string; refresh: string }, user?: SignedInUser): void {
  write(ACCESS, tokens.access)
  write(REFRESH, tokens.refresh)
  if (user) write(USER, JSON.stringify(user))
  tellSession()
}

/** Does nothing if signed out meanwhile. */
export function storeUser(user: SignedInUser): void {
  if (!hasTokens()) return
  write(USER, JSON.stringify(user))
  tellSession()
}

/** Removes the session in all tabs. */
export function clearSession(): void {
  for (const key of [ACCESS, REFRESH, USER, LAST_ACTIVITY, IDLE_WARNED]) write(key, null)
  tellSession()
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage, the user stays signed out.
  }
}
