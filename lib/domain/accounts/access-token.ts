import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { roleNames } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { ACCESS_SECONDS } from './policy.ts'
import type { Actor } from './schema.ts'

const ALGORITHM = 'HS256'
// Tokens of other kinds under the same secret must not pass as access tokens.
const ISSUER = 'ngoma'
const AUDIENCE = 'ngoma-api'

const key = new TextEncoder().encode(env.AUTH_SECRET)

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), role: z.enum(roleNames) })

/** The claims of a valid token. Its session may have ended: `findActor` checks that. */
export type AccessClaims = { userId: string; sessionId: string; role: Actor['role'] }

/** Signs a token: `sub` is the user, `sid` the session. @param moment equal times give equal tokens */
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

/** @returns null if the token is forged, expired, without expiry, or of another kind */
export async function readAccessToken(token: string): Promise<AccessClaims | null> {
  const verified = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    currentDate: now(),
    // A token without expiry would be valid for ever.
    requiredClaims: ['exp', 'iat'],
  }).catch(() => null)
  const read = claims.safeParse(verified?.payload)
  return read.success ? { userId: read.data.sub, sessionId: read.data.sid, role: read.data.role } : null
}
