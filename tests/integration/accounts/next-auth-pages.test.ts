// next-auth's own addresses and pages.
import NextAuth from 'next-auth'
import { expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { nextAuthOptions } from '#lib/web/session/next-auth-options.ts'
import { pageSession } from '#lib/web/session/page-session-handler.ts'

test('its addresses are those of PUBLIC_URL, whatever host a request names', async () => {
  const headers = {
    host: 'elsewhere.test',
    'x-forwarded-host': 'elsewhere.test',
    'x-forwarded-proto': 'https',
  }
  const ask = async (action: 'providers' | 'signout') => {
    let sent: unknown
    const take = (body: unknown) => {
      sent = body
    }
    const response = { status: () => response, setHeader: () => response, getHeader: () => '', send: take }
    await NextAuth({ ...nextAuthOptions })(
      { method: 'GET', headers, cookies: {}, query: { nextauth: [action] } },
      response,
    )
    return sent
  }
  expect(await ask('providers')).toMatchObject({
    credentials: {
      signinUrl: `${env.PUBLIC_URL}/api/auth/signin/credentials`,
      callbackUrl: `${env.PUBLIC_URL}/api/auth/callback/credentials`,
    },
  })
  const body = await ask('signout')
  expect(body).toContain(`action="${env.PUBLIC_URL}/api/auth/signout"`)
  expect(body).not.toMatch(/localhost|elsewhere/)
})

test('what is refused before next-auth sees it stands in no frame and loads nothing either', async () => {
  const request = new Request(`${env.PUBLIC_URL}/api/auth/signout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'no JSON',
  })
  const answer = await pageSession(request, { params: Promise.resolve({ nextauth: ['signout'] }) })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/)
})
