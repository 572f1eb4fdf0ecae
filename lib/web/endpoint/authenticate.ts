import type { Call } from '#lib/contract/call.ts'
import { ForbiddenError, UnauthenticatedError } from '#lib/core/errors.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { EnrolmentRequiredError } from '#lib/domain/accounts/errors.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'

/**
 * Returns null for a visitor. Public calls also refuse a bad token: the browser must renew it, and a
 * visitor's answer would silently show less. Public calls treat staff without their second factor as
 * visitors.
 * @throws UnauthenticatedError for a bad or missing token
 * @throws ForbiddenError for another role
 * @throws EnrolmentRequiredError for staff without a second factor, unless the call sets it up
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
