import { decode, getToken } from 'next-auth/jwt'
import { z } from 'zod'
import { type RoleName, roleNames } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'

/** What the HttpOnly cookie of pages says. Whether its session still lives is asked of the database. */
export type PageClaims = {
  userId: string
  sessionId: string
  role: RoleName
  /** When the cookie was written, the second factor was yet to be set up. */
  mustEnrol?: true
}

const claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  role: z.enum(roleNames),
  mustEnrol: z.literal(true).optional(),
})

const ending = z.object({ exp: z.number() })

/** Opens a cookie as next-auth does, and takes none that has no end: it would be good for ever. */
export const decodeCookie: typeof decode = async (params) => {
  const token = await decode(params)
  return ending.safeParse(token).success ? token : null
}

/** Whether browsers reach us by https, and cookies are for https alone. */
export const secureCookies = env.PUBLIC_URL.startsWith('https://')

type Cookies = { getAll(): { name: string; value: string }[] }

/** @returns null without the cookie, or where it is forged or expired */
export async function readPageCookie(cookies: Cookies): Promise<PageClaims | null> {
  const given = Object.fromEntries(cookies.getAll().map(({ name, value }) => [name, value]))
  // No headers: a bearer token is for the API, not for pages.
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
