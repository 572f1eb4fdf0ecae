import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { RoleName } from '#lib/contract/call.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { enrolmentPath, loginPath } from './guarded-pages.ts'
import { readPageCookie } from './page-cookie.ts'

/**
 * Who opens a page, by its cookie and a live session; null for visitors. It makes a page dynamic: public pages leave it
 * alone and ask in the browser.
 */
export async function currentActor(): Promise<Actor | null> {
  const claims = await readPageCookie(await cookies())
  const actor = claims ? await findActor(claims.sessionId) : null
  return actor?.id === claims?.userId ? actor : null
}

/**
 * The gate at the top of a page for everybody who is signed in. `proxy.ts` has looked at the cookie; here the session
 * is asked of the database.
 * @param wanted the page's own path, to come back to
 * @throws a redirect to /login without a live session, to /second-factor where that is yet to be set up
 */
export async function requireMember(wanted: string): Promise<Actor> {
  const actor = (await currentActor()) ?? redirect(loginPath(wanted))
  return actor.mustEnrol ? redirect(enrolmentPath(wanted)) : actor
}

/**
 * The gate at the top of a page for some roles.
 * @throws a redirect to /login without a live session, to /unauthorized with another role
 */
export async function requireRole(roles: readonly RoleName[], wanted: string): Promise<Actor> {
  const actor = await requireMember(wanted)
  return roles.includes(actor.role) ? actor : redirect('/unauthorized')
}
