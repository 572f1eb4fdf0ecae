import { domainToUnicode } from 'node:url'
import type { GivenLoginEligibility } from '#lib/contract/accounts/calls.ts'
import { INVITATION_DAYS } from '#lib/contract/staff/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { say } from '#lib/core/sentence.ts'
import type { LinkPurpose } from './schema.ts'

const DAY_SECONDS = 24 * 60 * 60
/** 15 minutes; the session may end sooner. */
export const ACCESS_SECONDS = 15 * 60
/** 30 days from the last exchange. */
export const REFRESH_SECONDS = 30 * DAY_SECONDS
/** How long an exchanged refresh token may be exchanged again: two tabs may wake up together. */
const REFRESH_GRACE_SECONDS = 10
/** How long ended sessions and tokens are stored (docs/retention.md). */
const ENDED_KEPT_SECONDS = 30 * DAY_SECONDS

/** docs/api.md, Accounts and tokens. An invitation outlasts a weekend. */
export const LINK_SECONDS: Record<LinkPurpose, number> = {
  verify_email: DAY_SECONDS,
  reset_password: 60 * 60,
  staff_invited: INVITATION_DAYS * DAY_SECONDS,
}
/** Per account. The network's limit applies first (mail-tries.ts). */
export const LINKS_PER_HOUR: Record<LinkPurpose, number> = {
  verify_email: 30,
  reset_password: 30,
  staff_invited: 3,
}

export type StoredToken = {
  usedAt: Date | null
  expiresAt: Date
  sessionRevokedAt: Date | null
  isUserActive: boolean
  /** The user has an authenticator app that this session never proved. */
  lacksFactor: boolean
}

/**
 * `exchange`: valid. `refuse`: invalid. `reuse`: stolen, because two tabs of one browser refresh within
 * REFRESH_GRACE_SECONDS.
 */
export function judgeRefresh(token: StoredToken, moment: Date): 'exchange' | 'refuse' | 'reuse' {
  if (token.sessionRevokedAt || !token.isUserActive || token.lacksFactor || token.expiresAt <= moment)
    return 'refuse'
  if (token.usedAt && addSeconds(token.usedAt, REFRESH_GRACE_SECONDS) < moment) return 'reuse'
  return 'exchange'
}

/** Expiry of a refresh token issued at `moment`, and of its session. */
export function refreshExpiry(moment: Date): Date {
  return addSeconds(moment, REFRESH_SECONDS)
}

export function purgedBefore(moment: Date): Date {
  return addSeconds(moment, -ENDED_KEPT_SECONDS)
}

/** `first_name` is the first word, `last_name` the rest (docs/api.md, Accounts and tokens). */
export function splitDisplayName(displayName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = displayName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/**
 * Whether an account may sign in, and the sentence for the caller. An unknown email reads like an unverified
 * account (docs/api.md, Accounts and tokens).
 */
export function judgeEligibility(
  account: { isActive: boolean; isEmailVerified: boolean } | undefined,
  requiresVerification: boolean,
): Omit<GivenLoginEligibility, 'email' | 'sent_by_mail'> {
  const { isActive, isEmailVerified } = account ?? { isActive: true, isEmailVerified: false }
  const isBarred = !isEmailVerified && (requiresVerification || !account)
  return {
    can_login: isActive && !isBarred,
    reason: isActive ? (isBarred ? say('verification_required') : '') : say('account_inactive'),
    is_active: isActive,
    is_email_verified: isEmailVerified,
    actions: { resend_verification: isActive && !isEmailVerified },
  }
}

/** Whether each punycode label of the email's domain decodes to a word. */
export function isReadableDomain(email: string): boolean {
  const labels = domainToUnicode(email.split('@')[1] ?? '').split('.')
  return !labels.some((label) => label.startsWith('xn--'))
}
