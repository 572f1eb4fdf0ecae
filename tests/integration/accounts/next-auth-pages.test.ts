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

test.each([
  ['GET', 'signin', '?callbackUrl=http://[', {}],
  ['GET', 'providers', '?callbackUrl=%00', {}],
  ['GET', 'csrf', '?callbackUrl=javascript:alert(1)', {}],
  ['GET', 'session', '?callbackUrl=elsewhere', {}],
  ['POST', 'signout', '', { body: 'callbackUrl=http%3A%2F%2F%5B' }],
  ['POST', 'signout', '', { body: '{"callbackUrl":7}', json: true }],
] as const)(
  '%s %s%s with a callbackUrl that is no address is refused',
  async (method, action, query, sent) => {
    const { body, json } = { body: undefined, json: false, ...sent }
    const request = new Request(`${env.PUBLIC_URL}/api/auth/${action}${query}`, {
      method,
      headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' },
      ...(body === undefined ? {} : { body }),
    })
    const answer = await pageSession(request, { params: Promise.resolve({ nextauth: [action] }) })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { errors: { callbackUrl: ['Enter a valid URL.'] }, code: 'invalid' },
    ])
  },
)

test('a cookie of no address to return to is refused, and removed', async () => {
  for (const value of ['http%3A%2F%2F%5B', '%', 'elsewhere']) {
    const headers = { cookie: `a=b; next-auth.callback-url=${value}` }
    const answer = await pageSession(new Request(`${env.PUBLIC_URL}/api/auth/csrf`, { headers }), {
      params: Promise.resolve({ nextauth: ['csrf'] }),
    })
    expect([value, answer.status, answer.headers.get('set-cookie')]).toEqual([
      value,
      400,
      'next-auth.callback-url=; Path=/; Max-Age=0; HttpOnly',
    ])
  }
})
