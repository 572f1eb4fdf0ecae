import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CACHED_AT, forgetGone, fromCache, toCache } from './cached-answers.ts'

const page = '<!doctype html><html><head><title>x</title></head><body>y</body></html>'
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/page' }).end()
    else if (request.url === '/portal')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Buy data</html>')
    else if (request.url === '/nothing') response.writeHead(200).end()
    else if (request.url === '/missing') response.writeHead(404).end(page)
    else
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'self'",
          ...(request.url === '/private' ? { 'cache-control': 'private, no-store' } : {}),
        })
        .end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const keep = async (path: string) => toCache(await fetch(origin + path), 1_764_068_700_000)

test('a page that is shown from the device says in its head when it was kept, and is the same otherwise', async () => {
  const kept = await keep('/page')
  expect(await kept?.clone().text()).toBe(page)
  const shown = await fromCache(kept ?? new Response())
  expect(await shown.text()).toBe(
    page.replace('</head>', `<meta name="${CACHED_AT}" content="1764068700000"></head>`),
  )
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(shown.headers.get(CACHED_AT)).toBe('1764068700000')
})

test.each(['/moved', '/missing', '/private', '/portal', '/nothing'])('%s is not kept', async (path) => {
  expect(await keep(path)).toBeNull()
})

test('an answer of the API stays as it is', async () => {
  const answer = Response.json({ results: ['</head>'] }, { headers: { [CACHED_AT]: '5' } })
  expect(await (await fromCache(answer)).json()).toEqual({ results: ['</head>'] })
})

test('a page that nothing is known of stays as it is', async () => {
  const unmarked = new Response(page, { headers: { 'content-type': 'text/html' } })
  expect(await (await fromCache(unmarked)).text()).toBe(page)
})

const site = 'https://ngoma.test'
const [gone, other] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
// Cached addresses by cache.
let kept: Map<string, Set<string>>

beforeEach(() => {
  kept = new Map([
    [
      'pages',
      new Set(['/?lang=en', `/video/${gone}?lang=en`, `/video/${gone}?lang=sw`, `/video/${other}?lang=sw`]),
    ],
    [
      'pictures',
      new Set([`/stills/${gone}/480.avif`, `/stills/${gone}/160.webp`, `/stills/${other}/480.avif`]),
    ],
  ])
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      keys: async () => [...(kept.get(name) ?? [])].map((path) => ({ url: site + path })),
      delete: async ({ url }: { url: string }) => kept.get(name)?.delete(url.slice(site.length)),
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const left = () => [...kept.values()].flatMap((paths) => [...paths])

test('a video that is gone leaves the device in each language, with its pictures, and nothing else does', async () => {
  await forgetGone(`${site}/video/${gone}`)
  expect(left()).toEqual(['/?lang=en', `/video/${other}?lang=sw`, `/stills/${other}/480.avif`])
})

test('a page of another kind takes no picture with it', async () => {
  await forgetGone(`${site}/rules`)
  expect(left()).toHaveLength(7)
})
