import type { Call } from '#lib/contract/call.ts'
import { ForbiddenError, UnauthenticatedError } from '#lib/core/errors.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { EnrolmentRequiredError } from '#lib/domain/accounts/errors.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'

/**
 * Who calls, and whether they may. A public call with a stale token is answered as a visitor's: the feed must not fail
 * for someone who was here last month, nor the login page because an old token is still in the browser. Staff who have yet
 * to set up their second factor are visitors as well.
 * @throws UnauthenticatedError without a live session where one is needed
 * @throws ForbiddenError with another role
 * @throws EnrolmentRequiredError of staff without their second factor, where the call is not about setting it up
 */
export async function authenticate(
  { access, beforeEnrolment }: Pick<Call, 'access' | 'beforeEnrolment'>,
  request: Request,
): Promise<Actor | null> {
  const header = request.headers.get('authorization')
  const actor = header ? await actorOf(header) : null
  const isBarred = actor?.mustEnrol && !beforeEnrolment
  if (access === 'public') return isBarred ? null : actor
  if (!actor)
    throw header
      ? new UnauthenticatedError()
      : new UnauthenticatedError('Authentication credentials were not provided.')
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
