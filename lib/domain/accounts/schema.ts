import type { RoleName } from '#lib/contract/call.ts'

/** Who asks, as every command and query takes it: never a session, never a request. */
export type Actor = {
  readonly id: string
  readonly username: string
  readonly role: RoleName
  readonly sessionId: string
}

/** Lives 15 minutes; the session may end sooner. */
export const ACCESS_SECONDS = 15 * 60
/** Lives 30 days, counted anew at each exchange. */
export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** How long a refresh token that was exchanged may be exchanged again: two tabs wake up at once. */
export const REFRESH_GRACE_SECONDS = 10
