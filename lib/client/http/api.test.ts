import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { whatIsKnown } from '#lib/client/forms/idempotent-attempt.ts'
import { storeSession } from '#lib/client/session/change-session.ts'
import { hasTokens, readTokens, readUser } from '#lib/client/session/session.ts'
import { validateSession } from '#lib/client/session/session-start.ts'
import { ApiError, api, apiAddress, apiFile } from './api.ts'

// A server with one valid access token, and a browser's storage and relative addresses.
let server: Server
let access = 'new'
let refreshAnswer = 200
let refreshes = 0
let profileAnswer = 200
let logins = 0
let isLedAway = false
const items = new Map<string, string>()
const browserless = {
  fetch: globalThis.fetch,
  localStorage: Object.getOwnPropertyDescriptor(globalThis, 'localStorage'),
}

const profile = {
  user: {
    id: '1',
    username: 'asha',
    first_name: 'Asha',
    last_name: '',
    email: 'asha@ngoma.example',
    role: 'dancer',
    phone_number: '',
    created_at: '2026-11-01T00:00:00.000Z',
  },
  display_name: 'Asha wa Kayole',
  bio: '',
  location: 'Kayole',
  social_links: {},
  avatar: '💃',
  kyc_status: 'approved',
  total_votes: 3,
  total_views: 4,
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (isLedAway && request.url !== '/portal') {
    response.writeHead(302, { location: '/portal' }).end()
    return
  }
  const [status, body] = answerTo(request)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function answerTo({ url, method, headers }: IncomingMessage): [status: number, body: unknown] {
  if (url === '/api/users/auth/refresh/') {
    refreshes++
    return [refreshAnswer, refreshAnswer === 200 ? { access, refresh: 'refresh-2' } : { detail: 'no' }]
  }
  if (url === '/api/users/profiles/me/' && headers.authorization === `Bearer ${access}`)
    return [profileAnswer, profileAnswer === 200 ? profile : { detail: 'no' }]
  if (url === '/portal') return [200, { sells: 'data' }]
  if (url === '/api/users/auth/login/') {
    logins++
    return [401, { detail: 'wrong', code: 'no_active_account' }]
  }
  const refused = { detail: 'token', code: 'token_not_valid' }
  if (url === '/api/videos/challenges/current/' && !headers.authorization) return [200, { role: null }]
  return headers.authorization === `Bearer ${access}` ? [200, { method, url }] : [401, refused]
}

beforeAll(async () => {
  server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  globalThis.fetch = (input, init) =>
    browserless.fetch(new URL(String(input), `http://127.0.0.1:${port}`), init)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  })
})

afterAll(async () => {
  globalThis.fetch = browserless.fetch
  if (browserless.localStorage) Object.defineProperty(globalThis, 'localStorage', browserless.localStorage)
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  access = 'new'
  refreshAnswer = 200
  refreshes = 0
  profileAnswer = 200
  logins = 0
  isLedAway = false
  storeSession({ access: 'old', refresh: 'refresh-1' })
})

afterEach(() => {
  vi.unstubAllGlobals()
  items.clear()
})

describe('a call with an expired token', () => {
  test('is sent again after one refresh, however many are refused together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => api('GET /videos/{id}/', { path: { id: String(index) } })),
    )
    expect(answers).toHaveLength(5)
    expect(refreshes).toBe(1)
    expect(readTokens()).toEqual({ access: 'new', refresh: 'refresh-2' })
  })

  test('fails, and signs out, where the refresh token is refused', async () => {
    refreshAnswer = 401
    await expect(api('GET /leaderboard/')).rejects.toMatchObject({ status: 401, message: 'token' })
    expect(readTokens()).toEqual({ access: '', refresh: '' })
  })

  test('is a visitor’s where the refresh token is refused and everybody may call', async () => {
    refreshAnswer = 401
    await expect(api('GET /videos/challenges/current/')).resolves.toEqual({ role: null })
    expect(refreshes).toBe(1)
    expect(hasTokens()).toBe(false)
  })

  test('fails but stays signed in where the server is down', async () => {
    refreshAnswer = 503
    await expect(api('GET /leaderboard/')).rejects.toBeInstanceOf(ApiError)
    expect(readTokens().refresh).toBe('refresh-1')
  })

  test('fails with the documented words where there is no refresh token, and signs out', async () => {
    items.delete('refresh_token')
    await expect(api('GET /leaderboard/')).rejects.toMatchObject({ message: 'No refresh token available' })
    expect(readTokens()).toEqual({ access: '', refresh: '' })
    expect(refreshes).toBe(0)
  })

  test('is refreshed where only the refresh token is left', async () => {
    items.delete('auth_token')
    await api('GET /leaderboard/')
    expect(readTokens().access).toBe('new')
  })

  test('is no reason to sign in twice: a wrong password is sent once', async () => {
    await expect(api('POST /users/auth/login/', { body: { email: '', password: '' } })).rejects.toMatchObject(
      { status: 401, message: 'wrong' },
    )
    expect(logins).toBe(1)
    expect(refreshes).toBe(0)
    expect(readTokens().access).toBe('old')
  })

  test('is refreshed once only: a token that is refused again is an error', async () => {
    const broken = api('POST /gifts/{id}/prompt/', { path: { id: '1' } })
    access = 'yet another'
    await broken.catch(() => undefined)
    expect(refreshes).toBeLessThanOrEqual(1)
  })
})

describe('at the start', () => {
  test('the profile tells who is signed in, after a refresh where one is needed', async () => {
    await validateSession()
    expect(refreshes).toBe(1)
    expect(readUser()).toMatchObject({
      displayName: 'Asha wa Kayole',
      userType: 'dancer',
      kyc_status: 'approved',
      location: 'Kayole',
    })
  })

  test('a refused refresh signs out', async () => {
    refreshAnswer = 401
    await validateSession()
    expect(hasTokens()).toBe(false)
  })

  test('so does a profile that refuses the new token', async () => {
    profileAnswer = 401
    await validateSession()
    expect(refreshes).toBe(1)
    expect(hasTokens()).toBe(false)
  })

  test.each(['profile', 'refresh'])('a server that fails at the %s signs nobody out', async (part) => {
    if (part === 'refresh') refreshAnswer = 503
    else profileAnswer = 500
    await validateSession()
    expect(hasTokens()).toBe(true)
  })

  test('nothing is asked for visitors', async () => {
    items.clear()
    await validateSession()
    expect(refreshes).toBe(0)
  })
})

test('a query leaves out what is not given', async () => {
  storeSession({ access: 'new', refresh: 'r' })
  const answer = await api('GET /videos/', { query: { page: 2, search: undefined, ordering: '-view_count' } })
  expect(answer).toMatchObject({ url: '/api/videos/?page=2&ordering=-view_count' })
})

test('no answer at all is an error with status 0', async () => {
  const aside = globalThis.fetch
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  try {
    await expect(api('GET /leaderboard/')).rejects.toMatchObject({ status: 0 })
  } finally {
    globalThis.fetch = aside
  }
})

describe('a net that asks to sign in or to buy data first', () => {
  const html = () =>
    new Response('<html>Buy data</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const payment = { body: { amount: 500, phone_number: '0712345678' }, attempt: 'its key' }

  test.each([
    ['a page', html],
    ['a word', () => new Response('Success')],
    ['nothing', () => new Response('')],
    ['nothing, and says so', () => new Response(null, { status: 204 })],
  ])('has answered nothing with %s: whether money moved is not known', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    for (const call of [
      api('POST /wallet/api/withdraw/initiate/', payment),
      api('POST /wallet/api/topup/initiate/', payment),
      api('GET /wallet/api/my-wallet/'),
      api('DELETE /videos/{id}/comments/{commentId}/', { path: { id: 'v', commentId: 'c' } }),
    ]) {
      const error = await call.catch((failure: unknown) => failure)
      expect(error).toMatchObject({ name: 'ApiError', status: 0 })
      expect(whatIsKnown(error, false)).toBe('unknown')
    }
  })

  test('is not followed where it leads elsewhere', async () => {
    storeSession({ access: 'new', refresh: 'r' })
    isLedAway = true
    await expect(api('GET /leaderboard/')).rejects.toMatchObject({ status: 0 })
  })

  test('is no file', async () => {
    vi.stubGlobal('fetch', async () => html())
    await expect(apiFile('GET /admin/wallets.csv', {}, () => undefined)).rejects.toMatchObject({
      status: 0,
    })
  })

  test.each([200, 403])('signs nobody out where it answers the refresh with %d', async (status) => {
    vi.stubGlobal('fetch', async (address: string) =>
      address === '/api/users/auth/refresh/'
        ? new Response('<html>Buy data</html>', { status })
        : Response.json({ code: 'token_not_valid' }, { status: 401 }),
    )
    await expect(api('GET /leaderboard/')).rejects.toBeInstanceOf(ApiError)
    expect(readTokens().refresh).toBe('refresh-1')
  })
})

test('what the API does without a word is done', async () => {
  const done = new Response(null, { status: 204, headers: { 'x-request-id': 'r' } })
  vi.stubGlobal('fetch', async () => done)
  const path = { id: 'v', commentId: 'c' }
  await expect(api('DELETE /videos/{id}/comments/{commentId}/', { path })).resolves.toBeNull()
})

test('parameters are put into the path, so that none of them can lead elsewhere', () => {
  expect(apiAddress('GET /challenges/{id}/tally.csv', { path: { id: '../7?a=$&' } })).toBe(
    '/api/challenges/..%2F7%3Fa%3D%24%26/tally.csv',
  )
})
