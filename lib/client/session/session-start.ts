import { keepLanguage, pickedLanguage } from '#lib/client/browser/language.ts'
import { ApiError, api, endSession } from '#lib/client/http/api.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { storeUser, toSignedInUser } from './change-session.ts'
import { hasTokens, readTokens, type SignedInUser } from './session.ts'

/**
 * Validates the stored session by reading the profile. A refused token is refreshed once; where the new one is refused too,
 * the person is signed out. Where the server does not answer, they stay signed in.
 */
export async function validateSession(): Promise<void> {
  if (!hasTokens()) return
  const { access } = readTokens()
  try {
    const profile = await api('GET /users/profiles/me/')
    storeUser(userOfProfile(profile))
    // Who has picked no language on this device reads the next page in the account's.
    if (!pickedLanguage()) keepLanguage(profile.locale)
  } catch (error) {
    // A refused refresh has signed out already. Here the new token was refused as well.
    const refused = error instanceof ApiError && error.status === 401 && readTokens().access !== access
    if (refused && hasTokens()) endSession()
  }
}

/** Longer than a web process may take an ended session for a live one (lib/domain/accounts/live-sessions.ts). */
const ENDED_EVERYWHERE_MS = 3_500

/** Is called when a socket was closed because the session has ended: signs out as soon as the API refuses the token too. */
export async function checkEndedSession(): Promise<void> {
  await validateSession()
  if (hasTokens()) setTimeout(() => void validateSession(), ENDED_EVERYWHERE_MS)
}

/** Returns the part of a profile that the session stores. */
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
