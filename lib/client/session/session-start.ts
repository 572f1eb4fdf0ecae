import { ApiError, api, endSession } from '#lib/client/http/api.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { hasTokens, readTokens, type SignedInUser, storeUser, toSignedInUser } from './session.ts'

/**
 * Validates what the browser has kept: asks for the profile; a refused token is refreshed
 * once; where that is refused too, the person is signed out. A server that does not answer has refused nobody.
 */
export async function validateSession(): Promise<void> {
  if (!hasTokens()) return
  const { access } = readTokens()
  try {
    storeUser(userOfProfile(await api('GET /users/profiles/me/')))
  } catch (error) {
    // A refused refresh has signed out already. Here the new token was refused as well.
    const refused = error instanceof ApiError && error.status === 401 && readTokens().access !== access
    if (refused && hasTokens()) endSession()
  }
}

/** Longer than a process of web trusts what it knows of a session (accounts/live-sessions.ts). */
const KNOWN_BY_ALL_MS = 3_500

/** A socket was closed because the session has ended: the person is signed out as soon as the calls say so, too. */
export async function checkEndedSession(): Promise<void> {
  await validateSession()
  if (hasTokens()) setTimeout(() => void validateSession(), KNOWN_BY_ALL_MS)
}

/** A profile as the session keeps it. */
export function userOfProfile(profile: Profile): SignedInUser {
  const { user, bio, location, social_links, avatar, kyc_status, total_votes, total_views } = profile
  const known = toSignedInUser(user)
  return {
    ...known,
    displayName: profile.display_name || known.displayName,
    avatar: avatar || known.avatar,
    bio,
    location,
    socialLinks: social_links,
    phone_number: user.phone_number,
    kyc_status,
    created_at: user.created_at,
    total_votes,
    total_views,
  }
}
