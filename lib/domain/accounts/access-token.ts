import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { roleNames } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { ACCESS_SECONDS } from './policy.ts'
import type { Actor } from './schema.ts'

const ALGORITHM = 'HS256'
// Nothing else that is signed with the same secret passes for an access token.
const ISSUER = 'ngoma'
const AUDIENCE = 'ngoma-api'

const key = new TextEncoder().encode(env.AUTH_SECRET)

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), role: z.enum(roleNames) })

/** What an access token says. Whether the session still lives is asked of the database (`findActor`). */
export type AccessClaims = { userId: string; sessionId: string; role: Actor['role'] }

/**
 * Signs an access token for a session: `sub` the user, `sid` the session, `role`.
 * @param moment from which it counts: the same moment gives the same token
 */
export function signAccessToken(
  actor: Pick<Actor, 'id' | 'sessionId' | 'role'>,
  moment = now(),
): Promise<string> {
  const issuedAt = Math.floor(moment.getTime() / 1000)
  return new SignJWT({ sid: actor.sessionId, role: actor.role })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(actor.id)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_SECONDS)
    .sign(key)
}

/** @returns null where the token is forged, expired, without an end, or none of ours */
export async function readAccessToken(token: string): Promise<AccessClaims | null> {
  const verified = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    currentDate: now(),
    // A token without an end would be good for ever, whoever had it signed.
    requiredClaims: ['exp', 'iat'],
  }).catch(() => null)
  const read = claims.safeParse(verified?.payload)
  return read.success ? { userId: read.data.sub, sessionId: read.data.sid, role: read.data.role } : null
}
