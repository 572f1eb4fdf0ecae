import type { Call } from '#lib/contract/call.ts'
import { ForbiddenError, UnauthenticatedError } from '#lib/core/errors.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { EnrolmentRequiredError } from '#lib/domain/accounts/errors.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'

/**
 * Returns who calls, null for a visitor, and checks their role. A token that is broken, expired or revoked is refused by
 * public calls too: answered as a visitor's, the call would show less without a word, and the browser would never renew its
 * token. Staff who have yet to set up their second factor count as visitors of public calls.
 * @throws UnauthenticatedError with a bad token, or without one where one is needed
 * @throws ForbiddenError with another role
 * @throws EnrolmentRequiredError of staff without their second factor, where the call is not about setting it up
 */
export async function authenticate(
  { access, beforeEnrolment, ignoresBadToken }: Pick<Call, 'access' | 'beforeEnrolment' | 'ignoresBadToken'>,
  request: Request,
): Promise<Actor | null> {
  const header = request.headers.get('authorization')
  const actor = header === null ? null : await actorOf(header)
  if (header !== null && !actor && !ignoresBadToken) throw new UnauthenticatedError()
  const isBarred = actor?.mustEnrol && !beforeEnrolment
  if (access === 'public') return isBarred ? null : actor
  if (!actor) throw new UnauthenticatedError('not_signed_in')
  if (isBarred) throw new EnrolmentRequiredError()
  if (access !== 'member' && !access.includes(actor.role)) throw new ForbiddenError()
  return actor
}

async function actorOf(header: string): Promise<Actor | null> {
  const token = /^Bearer +([\w.-]+)$/i.exec(header)?.[1]
  const claims = token ? await readAccessToken(token) : null
  if (!claims) return null
  const actor = await findActor(claims.sessionId)
  return actor?.id === claims.userId ? actor : null
}
