import { addSeconds } from '#lib/core/clock.ts'
import { REFRESH_GRACE_SECONDS } from './schema.ts'

/** A refresh token as it is stored, with what its session says. */
export type StoredToken = {
  usedAt: Date | null
  expiresAt: Date
  sessionRevokedAt: Date | null
  isUserActive: boolean
}

/**
 * What a refresh token is good for at a moment: `exchange` for a new pair, nothing (`refuse`), or it is a copy in
 * strange hands (`reuse`): it was exchanged longer ago than two tabs of one browser explain.
 */
export function judgeRefresh(token: StoredToken, moment: Date): 'exchange' | 'refuse' | 'reuse' {
  if (token.sessionRevokedAt || !token.isUserActive || token.expiresAt <= moment) return 'refuse'
  if (token.usedAt && addSeconds(token.usedAt, REFRESH_GRACE_SECONDS) < moment) return 'reuse'
  return 'exchange'
}

/** `first_name` is the first word of the display name, `last_name` the rest (design/api.md, Auth). */
export function splitDisplayName(displayName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = displayName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
