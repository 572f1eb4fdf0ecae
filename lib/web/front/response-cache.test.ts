import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendPrerendered } from '#tests/support/prerendered-page.ts'
import configure from '../../../next.config.mjs'
import { pageLocaleOf, ResponseCache } from './response-cache.ts'

let moment: number
let pages: ResponseCache
let rendered: number
let render: (response: ServerResponse) => Promise<void> | void
let server: Server
let origin: string

function sendPage(response: ServerResponse, headers: Record<string, string> = {}): void {
  sendPrerendered(response, ['page ', String(rendered)], headers)
}

beforeEach(async () => {
  moment = 1_000
  rendered = 0
  render = (response) => sendPage(response)
  pages = new ResponseCache(() => moment)
  server = createServer(async (request, response) => {
    if (pages.answer(request, response)) return
    rendered += 1
    await render(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const read = async (path = '/', headers: Record<string, string> = {}) =>
  (await fetch(origin + path, { headers })).text()

test('a page that Next keeps is rendered once a second, however many ask', async () => {
  expect(await read()).toBe('page 1')
  expect(await read()).toBe('page 1')
  moment += 999
  expect(await read()).toBe('page 1')
  moment += 1
  expect(await read()).toBe('page 2')
})

test('it goes out as it came, with its length', async () => {
  const first = await fetch(origin)
  await first.text()
  const second = await fetch(origin)
  expect(await second.text()).toBe('page 1')
  expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
  expect(second.headers.get('content-length')).toBe('6')
})

test('while it is renewed, others get the former page, for five seconds', async () => {
  await read()
  moment += 1_000
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  render = async (response) => {
    asked.resolve()
    await promise
    sendPage(response)
  }
  const renewing = read()
  await asked.promise
  expect(await read()).toBe('page 1')
  moment += 4_000
  const late = read()
  resolve()
  expect(await Promise.all([renewing, late])).not.toContain('page 1')
})

test('each language, and each query, has its own', async () => {
  expect(await read('/')).toBe('page 1')
  expect(await read('/', { cookie: 'a=b; locale=sw' })).toBe('page 2')
  expect(await read('/?tab=leaderboard')).toBe('page 3')
  expect(await read('/', { cookie: 'locale=sw' })).toBe('page 2')
  expect(await read('/', { cookie: 'other=1' })).toBe('page 1')
  expect(await read('/', { 'accept-language': 'sw-KE,sw;q=0.9,en;q=0.8' })).toBe('page 2')
  expect(await read('/', { cookie: 'locale=en', 'accept-language': 'sw' })).toBe('page 1')
  expect(await read('/?lang=sw')).toBe('page 4')
})

test.each(['/dancer/Mr.%20Flex', '/dancer/.a'])(
  'a dancer whose name has a dot has a page: %s',
  async (path) => {
    expect(await read(path)).toBe('page 1')
    expect(await read(path)).toBe('page 1')
  },
)

test.each([
  ['a part of a page', '/', { rsc: '1' }],
  ['a segment of a page', '/', { 'next-router-segment-prefetch': '/_tree' }],
  ['what Next’s client may ask for one day', '/', { 'next-router-whatever': '1' }],
  ['what Next’s server asks itself', '/', { 'x-middleware-prefetch': '1' }],
  ['what Next’s former client asks', '/', { 'x-nextjs-data': '1' }],
  ['a call', '/api/health/', {}],
  ['a file', '/icons/icon.svg', {}],
  ['a page that not everybody may open', '/profile?tab=videos', {}],
  ['a page in preview', '/', { cookie: '__prerender_bypass=1' }],
])('%s is never kept', async (_, path, headers) => {
  await read(path, headers)
  expect(await read(path, headers)).toBe('page 2')
})

test.each([
  ['rendered for one person', (response: ServerResponse) => response.end('mine')],
  [
    'of another type',
    (response: ServerResponse) => sendPage(response, { 'content-type': 'text/x-component' }),
  ],
  ['that sets a cookie', (response: ServerResponse) => sendPage(response, { 'set-cookie': 'a=b' })],
  [
    'that says it is private',
    (response: ServerResponse) => sendPage(response, { 'cache-control': 'private, no-store' }),
  ],
  [
    'about something missing',
    (response: ServerResponse) => {
      response.statusCode = 404
      sendPage(response)
    },
  ],
])('a page %s is never kept', async (_, answer) => {
  render = (response) => void answer(response)
  await read()
  await read()
  expect(rendered).toBe(2)
})

const requests = [
  ['sw', 'a=b; locale=sw', 'en'],
  ['en', 'locale=en', 'sw'],
  ['sw', '', 'sw'],
  ['sw', 'locale=xx', 'sw-KE,sw;q=0.9,en;q=0.8'],
  ['sw', '', 'SW;q=0.9'],
  ['en', '', 'en-KE,sw;q=0.9'],
  ['en', '', 'swc'],
  ['en', '', ''],
  ['en', 'my_locale=sw', undefined],
] as const

test.each(requests)('%s for the cookie “%s” of a browser that prefers “%s”', (locale, cookie, accepted) => {
  expect(pageLocaleOf(cookie, accepted)).toBe(locale)
})

test.each(requests)('%s is where Next leads them too: “%s”, “%s”', async (locale, cookie, accepted) => {
  const config = await configure('phase-production-server')
  const rewrites = await config.rewrites?.()
  if (!rewrites || Array.isArray(rewrites)) throw new Error('no rewrites')
  const values: Record<string, string | undefined> = {
    cookie: /(?:^|; )locale=([^;]*)/.exec(cookie)?.[1],
    header: accepted,
  }
  const fits = (one: { type: string; value?: string }) =>
    values[one.type] !== undefined && new RegExp(`^${one.value}$`).test(values[one.type] ?? '')
  const found = rewrites.beforeFiles?.find(
    ({ source, has = [] }) => source.startsWith('/:path') && has.every(fits),
  )
  expect(found?.destination).toBe(`/${locale}/:path`)
})
