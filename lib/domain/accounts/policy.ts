import { domainToUnicode } from 'node:url'
import type { GivenLoginEligibility } from '#lib/contract/accounts/calls.ts'
import { INVITATION_DAYS } from '#lib/contract/staff/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { say } from '#lib/core/sentence.ts'
import type { LinkPurpose } from './schema.ts'

const DAY_SECONDS = 24 * 60 * 60
/** An access token lives 15 minutes; the session may end sooner. */
export const ACCESS_SECONDS = 15 * 60
/** A refresh token is valid for 30 days from the last exchange. */
export const REFRESH_SECONDS = 30 * DAY_SECONDS
/** How long a refresh token that was exchanged may be exchanged again: two tabs wake up at once. */
const REFRESH_GRACE_SECONDS = 10
/** Ended sessions and their tokens are kept for 30 days (docs/retention.md). */
const ENDED_KEPT_SECONDS = 30 * DAY_SECONDS

/** How long a mailed link works (docs/api.md, Accounts and tokens): a day and an hour; an invitation outlasts a weekend. */
export const LINK_SECONDS: Record<LinkPurpose, number> = {
  verify_email: DAY_SECONDS,
  reset_password: 60 * 60,
  staff_invited: INVITATION_DAYS * DAY_SECONDS,
}
/** For one account. What anybody can ask for is limited by the network too, before this (mail-tries.ts). */
export const LINKS_PER_HOUR: Record<LinkPurpose, number> = {
  verify_email: 30,
  reset_password: 30,
  staff_invited: 3,
}

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

/** When a refresh token that is given out at a moment expires, and its session with it. */
export function refreshExpiry(moment: Date): Date {
  return addSeconds(moment, REFRESH_SECONDS)
}

/** Sessions and tokens that ended before this moment are deleted. */
export function purgedBefore(moment: Date): Date {
  return addSeconds(moment, -ENDED_KEPT_SECONDS)
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
): Omit<GivenLoginEligibility, 'email' | 'told_by_mail'> {
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

/** Says whether each label in punycode stands for a word: no mail server has a name whose code means nothing. */
export function isReadableDomain(email: string): boolean {
  const labels = domainToUnicode(email.split('@')[1] ?? '').split('.')
  return !labels.some((label) => label.startsWith('xn--'))
}
