import type { LoginEligibility } from '#lib/contract/accounts/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { VERIFICATION_REQUIRED } from './errors.ts'
import { REFRESH_GRACE_SECONDS } from './schema.ts'

/** A refresh token as it is stored, with what its session says. */
export type StoredToken = {
  usedAt: Date | null
  expiresAt: Date
  sessionRevokedAt: Date | null
  isUserActive: boolean
  /** Its person has an authenticator app that this session never proved. */
  lacksFactor: boolean
}

/**
 * What a refresh token is good for at a moment: `exchange` for the pair that follows it, nothing (`refuse`), or it is a copy in
 * strange hands (`reuse`): it was exchanged longer ago than two tabs of one browser explain.
 */
export function judgeRefresh(token: StoredToken, moment: Date): 'exchange' | 'refuse' | 'reuse' {
  if (token.sessionRevokedAt || !token.isUserActive || token.lacksFactor || token.expiresAt <= moment)
    return 'refuse'
  if (token.usedAt && addSeconds(token.usedAt, REFRESH_GRACE_SECONDS) < moment) return 'reuse'
  return 'exchange'
}

/** `first_name` is the first word of the display name, `last_name` the rest (docs/api.md, Accounts and tokens). */
export function splitDisplayName(displayName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = displayName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/**
 * Whether an account may sign in, and what to tell whoever asks. An unknown address reads like an account that waits for
 * its verification and cannot sign in (docs/api.md, Accounts and tokens).
 */
export function judgeEligibility(
  account: { isActive: boolean; isEmailVerified: boolean } | undefined,
  requiresVerification: boolean,
): Omit<LoginEligibility, 'email' | 'told_by_mail'> {
  const { isActive, isEmailVerified } = account ?? { isActive: true, isEmailVerified: false }
  const isBarred = !isEmailVerified && (requiresVerification || !account)
  return {
    can_login: isActive && !isBarred,
    reason: isActive ? (isBarred ? VERIFICATION_REQUIRED : '') : 'This account is not active.',
    is_active: isActive,
    is_email_verified: isEmailVerified,
    actions: { resend_verification: isActive && !isEmailVerified },
  }
}
