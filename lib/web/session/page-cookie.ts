import { decode, getToken } from 'next-auth/jwt'
import { z } from 'zod'
import { type RoleName, roleNames } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'

/** What the cookie claims; only the database knows whether the session is still live. */
export type PageClaims = {
  userId: string
  sessionId: string
  role: RoleName
  /** As of the time the cookie was written. */
  mustEnrol?: true
}

const claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  role: z.enum(roleNames),
  mustEnrol: z.literal(true).optional(),
})

const ending = z.object({ exp: z.number() })

/** Refuses a cookie without an expiry, which would be valid for ever. */
export const decodeCookie: typeof decode = async (params) => {
  const token = await decode(params)
  return ending.safeParse(token).success ? token : null
}

export const secureCookies = env.PUBLIC_URL.startsWith('https://')

type Cookies = { getAll(): { name: string; value: string }[] }

/** @returns null if the cookie is missing, forged or expired */
export async function readPageCookie(cookies: Cookies): Promise<PageClaims | null> {
  const given = Object.fromEntries(cookies.getAll().map(({ name, value }) => [name, value]))
  // Passes no headers, because a bearer token must not open pages.
  const req = { cookies: given, headers: {} } as Parameters<typeof getToken>[0]['req']
  const token = await getToken({
    req,
    secret: env.AUTH_SECRET,
    secureCookie: secureCookies,
    decode: decodeCookie,
  })
  const read = claims.safeParse(token)
  if (!read.success) return null
  const { sub, sid, role, mustEnrol } = read.data
  return { userId: sub, sessionId: sid, role, ...(mustEnrol ? { mustEnrol } : {}) }
}
