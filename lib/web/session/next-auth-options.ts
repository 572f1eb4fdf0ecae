import type { NextAuthOptions } from 'next-auth'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import { REFRESH_SECONDS } from '#lib/domain/accounts/policy.ts'
import { decodeCookie, secureCookies } from './page-cookie.ts'

const given = z.object({ access: z.string() })

/** Thrown to make next-auth remove the cookie. */
class SessionEndedError extends Error {}

/** Exchanges an access token for an HttpOnly cookie of the same session, which pages read. */
export const nextAuthOptions: NextAuthOptions = {
  secret: env.AUTH_SECRET,
  useSecureCookies: secureCookies,
  session: { strategy: 'jwt', maxAge: REFRESH_SECONDS },
  jwt: { decode: decodeCookie },
  pages: { signIn: '/login', error: '/login' },
  providers: [
    {
      id: 'credentials',
      name: 'Access token',
      type: 'credentials',
      credentials: { access: { type: 'text' } },
      authorize: authorizeToken,
    },
  ],
  callbacks: {
    async jwt({ token, user }) {
      const sessionId = user ? user.sessionId : token.sid
      const actor = sessionId ? await findActor(sessionId) : null
      if (!actor) throw new SessionEndedError()
      return {
        sub: actor.id,
        sid: actor.sessionId,
        role: actor.role,
        name: actor.username,
        ...(actor.mustEnrol ? { mustEnrol: true } : {}),
      }
    },
    session: ({ session, token }) => ({
      expires: session.expires,
      user: { id: token.sub, name: token.name, role: token.role },
    }),
    redirect: ({ url }) => {
      const target = new URL(url, env.PUBLIC_URL)
      return target.origin === new URL(env.PUBLIC_URL).origin ? target.href : env.PUBLIC_URL
    },
  },
  events: {
    // Ends the session even if the logout call failed. Only the logout call ends pushes, because the cookie
    // can also expire unattended.
    signOut: ({ token }) => logout({ sessionId: token?.sid, because: 'cookie_removed' }),
  },
  logger: {
    error: (code, metadata) => {
      const cause = metadata instanceof Error ? metadata : metadata.error
      if (cause instanceof SessionEndedError) return
      log.error({ code, err: cause.message }, 'next-auth')
    },
    warn: (code) => log.debug({ code }, 'next-auth'),
    debug: () => undefined,
  },
}

/** Returns null without a valid access token of a live session. */
export async function authorizeToken(credentials: unknown) {
  const read = given.safeParse(credentials)
  const token = read.success ? await readAccessToken(read.data.access) : null
  const actor = token ? await findActor(token.sessionId) : null
  if (!actor) return null
  const { id, username, sessionId, role, mustEnrol } = actor
  return { id, name: username, sessionId, role, ...(mustEnrol ? { mustEnrol } : {}) }
}

declare module 'next-auth' {
  interface User {
    sessionId: string
    role: string
    mustEnrol?: true
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: string
    role?: string
    mustEnrol?: true
  }
}
