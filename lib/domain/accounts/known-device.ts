import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { addSeconds, now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { newId, signHex } from '#lib/core/ids.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'ngoma'
// Separates these tokens from access tokens.
const AUDIENCE = 'ngoma-device'
const LIFE_SECONDS = 180 * 24 * 60 * 60
/** Most users who stay known on a shared device: those of the latest sign-ins. */
const MOST_PEOPLE = 8

const key = new TextEncoder().encode(env.AUTH_SECRET)
const claims = z.object({ jti: z.uuid(), known: z.array(z.string()).max(MOST_PEOPLE) })

type Device = z.output<typeof claims>

/**
 * Returns the device's id if the owner of this email has signed in on it.
 * @param email in lower case
 * @returns null for unknown devices and for tokens that are forged, expired or without expiry
 */
export async function knownDevice(token: string | undefined, email: string): Promise<string | null> {
  const device = await readDevice(token)
  return device?.known.includes(markOf(device.jti, email)) ? device.jti : null
}

/**
 * Returns a device token, for a caller who proved the account by password or mailed link. The token grants no
 * access: it prevents strangers' wrong guesses from locking this device out (docs/decisions/0018).
 * @param former the device's previous token, whose other users stay known
 */
export async function issueDeviceToken(email: string, former?: string): Promise<string> {
  const moment = now()
  const device = (await readDevice(former)) ?? { jti: newId(), known: [] }
  const mark = markOf(device.jti, email)
  const known = [mark, ...device.known.filter((one) => one !== mark)].slice(0, MOST_PEOPLE)
  return new SignJWT({ known })
    .setProtectedHeader({ alg: ALGORITHM })
    .setJti(device.jti)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(moment)
    .setExpirationTime(addSeconds(moment, LIFE_SECONDS))
    .sign(key)
}

async function readDevice(token: string | undefined): Promise<Device | null> {
  if (!token) return null
  const verified = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    currentDate: now(),
    requiredClaims: ['exp', 'iat'],
  }).catch(() => null)
  return claims.safeParse(verified?.payload).data ?? null
}

/** A keyed hash, so that the token contains no email. */
function markOf(device: string, email: string): string {
  return signHex(env.AUTH_SECRET, `device:${device}:${email}`, 24)
}
