import { keepLanguage, pickedLanguage } from '#lib/client/browser/language.ts'
import { ApiError, api, endSession } from '#lib/client/http/api.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { storeUser, toSignedInUser } from './change-session.ts'
import { hasTokens, readTokens, type SignedInUser } from './session.ts'

/**
 * Reads the profile. Signs out if a refreshed token is refused too; without an answer the user stays signed
 * in.
 */
export async function validateSession(): Promise<void> {
  if (!hasTokens()) return
  const { access } = readTokens()
  try {
    const profile = await api('GET /users/profiles/me/')
    storeUser(userOfProfile(profile))
    // Without a choice on this device, the account's language applies.
    if (!pickedLanguage()) keepLanguage(profile.locale)
  } catch (error) {
    // A refused refresh has signed out already.
    const refused = error instanceof ApiError && error.status === 401 && readTokens().access !== access
    if (refused && hasTokens()) endSession()
  }
}

/**
 * In ms. A web process may treat an ended session as live for less time
 * (lib/domain/accounts/live-sessions.ts).
 */
const ENDED_EVERYWHERE_MS = 3_500

/** Called after a socket reported an ended session: signs out once the API refuses. */
export async function checkEndedSession(): Promise<void> {
  await validateSession()
  if (hasTokens()) setTimeout(() => void validateSession(), ENDED_EVERYWHERE_MS)
}

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
