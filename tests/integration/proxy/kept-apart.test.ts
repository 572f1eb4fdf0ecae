// What the proxy keeps apart: languages, queries that a place knows, a page and its data; and what it lets through unkept.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { type Asked, echo, openProxyStage, type ProxyStage, type Seen } from './stage.ts'

let stage: ProxyStage
beforeAll(async () => {
  stage = await openProxyStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.answerBy(() => false))

const pages: [string, () => string][] = [
  ['the home page', () => `/?tab=${randomUUID()}`],
  ['a video', () => `/video/${randomUUID()}`],
  ['a tally', () => `/tally/${randomUUID()}`],
  ['a dancer', () => `/dancer/${randomUUID()}`],
]

/** Asks twice. @returns what came the second time, from the cache */
async function keep(path: string, asked?: Asked) {
  await stage.ask(path, asked)
  return stage.ask(path, asked)
}

describe.each(pages)('%s', (_, newPath) => {
  test('is kept for each language that there is: by its address, the cookie, or the browser’s first language', async () => {
    const path = newPath()
    const sw = await keep(path, { headers: { cookie: `a=b; locale=sw; c=d` } })
    expect([sw.cache, JSON.parse(sw.text).headers.cookie]).toEqual(['HIT', 'locale=sw'])
    const inEnglish: Record<string, string>[] = [
      { cookie: 'none=1' },
      { cookie: 'locale=xx' },
      { cookie: 'xlocale=sw' },
      { cookie: 'locale=en', 'accept-language': 'sw' },
      { 'accept-language': 'en-KE,en;q=0.9,sw;q=0.8' },
      { 'accept-language': 'swc' },
      { 'accept-language': '; sw' },
    ]
    for (const headers of inEnglish) {
      const en = await keep(path, { headers })
      expect([en.cache, JSON.parse(en.text).headers.cookie]).toEqual(['HIT', 'locale=en'])
    }
    const inSwahili: Record<string, string>[] = [
      { cookie: 'locale=sw', 'accept-language': 'en' },
      { 'accept-language': 'sw' },
      { 'accept-language': 'SW-KE,sw;q=0.9,en;q=0.8' },
      { cookie: 'locale=xx', 'accept-language': 'sw;q=0.9' },
    ]
    for (const headers of inSwahili)
      expect(await stage.ask(path, { headers })).toMatchObject({ cache: 'HIT', text: sw.text })
    const named = (locale: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
    const cookie = 'locale=en'
    expect(await stage.ask(named('sw'), { headers: { cookie } })).toMatchObject({
      cache: 'HIT',
      text: sw.text,
    })
    const english = await stage.ask(named('en'), { headers: { cookie: 'locale=sw' } })
    expect([english.cache, JSON.parse(english.text).headers.cookie]).toEqual(['HIT', 'locale=en'])
    expect(await stage.ask(named('xx'), { headers: { cookie: 'locale=sw' } })).toMatchObject({
      text: sw.text,
    })
  })

  test('and its data are never taken for each other', async () => {
    const path = newPath()
    const asked = `${path}${path.includes('?') ? '&' : '?'}x=1&_rsc=digest`
    const data = await keep(asked, { headers: { rsc: '1' } })
    expect(JSON.parse(data.text).url).toBe(`${path}${path.includes('?') ? '&' : '?'}_rsc=digest&`)
    expect([data.cache, data.headers['content-type']]).toEqual(['HIT', 'text/x-component'])
    const page = await keep(path)
    expect([page.cache, page.headers['content-type']]).toEqual(['HIT', 'text/html; charset=utf-8'])
    // Only what Next takes for a request for data is one.
    for (const rsc of ['0', 'true', '11', '1, 1'])
      expect(await stage.ask(path, { headers: { rsc } })).toMatchObject({ text: page.text })
  })

  test('asked for as the issue was found, is the page', async () => {
    const path = newPath()
    const segment = { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
    const asked = await stage.ask(path, { headers: segment })
    expect(asked.headers['content-type']).toMatch(/^text\/html/)
    expect(await stage.ask(path)).toMatchObject({ cache: 'HIT', text: asked.text })
  })

  test('has data for each of the headers that they depend on, and none slips from one into the next', async () => {
    const path = newPath()
    const names = [
      'next-router-prefetch',
      'next-router-segment-prefetch',
      'next-router-state-tree',
      'next-url',
    ]
    const variants = [
      {},
      ...names.flatMap((name) => [{ [name]: 'a' }, { [name]: 'a a' }]),
      ...names.slice(1).map((name, at) => ({ [names[at] ?? '']: 'a', [name]: 'a' })),
    ]
    const texts = []
    for (const variant of variants) {
      const { cache, text } = await keep(path, { headers: { rsc: '1', ...variant } })
      expect([cache, JSON.parse(text).headers]).toEqual(['HIT', expect.objectContaining(variant)])
      texts.push(text)
    }
    expect(new Set(texts).size).toBe(variants.length)
  })

  test('is kept as nothing but a page, its data as nothing but data', async () => {
    for (const [type, headers] of [
      ['text/x-component', {}],
      ['application/json', {}],
      ['text/plain', {}],
      ['text/html', { rsc: '1' }],
    ] as const) {
      const path = newPath()
      stage.answerBy((seen, response) => {
        echo(seen, response, { 'content-type': type })
        return true
      })
      expect(await keep(path, { headers })).toMatchObject({
        cache: 'MISS',
        headers: { 'content-type': type },
      })
    }
  })

  test('that is one person’s, broken or refused to one visitor is not kept', async () => {
    for (const [status, cacheControl] of [
      [200, 'private, no-store'],
      [200, 'no-store'],
      [429, 's-maxage=60'],
      [500, 's-maxage=60'],
    ] as const) {
      stage.answerBy((_seen, response) => {
        response.writeHead(status, { 'content-type': 'text/html', 'cache-control': cacheControl }).end('x')
        return true
      })
      const before = stage.seen.length
      expect((await keep(newPath())).status).toBe(status)
      expect(stage.seen).toHaveLength(before + 2)
    }
  })
})

describe('what an answer depends on besides its address', () => {
  const next = ['next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree', 'rsc']
  const language = ['accept-language', 'cookie']
  const varies = ({ headers }: { headers: Record<string, string> }) =>
    (headers.vary ?? '').toLowerCase().split(/, */).filter(Boolean).sort()
  const kinds: [string, string, string[], Record<string, string>?][] = [
    ['a page, the language', `/video/${randomUUID()}`, [...language, ...next]],
    ['a page with a query, the language', `/?tab=${randomUUID()}`, [...language, ...next]],
    ['a page’s data, the language', '/rules', [...language, ...next], { rsc: '1' }],
    ['a page that is not kept here, the language', '/login', [...language, ...next]],
    ['a read of the API, who asks', `/api/videos/?search=${randomUUID()}`, ['authorization']],
    ['an answer of the API that is not kept here, who asks', '/api/videos/1/', ['authorization']],
    ['an embed, which says its language in its address, nothing', '/embed/1?lang=sw', next],
    ['a picture, nothing', `/stills/${randomUUID()}/480.avif`, []],
    ['a file of the media bucket, nothing', `/media/videos/${randomUUID()}.webm`, []],
  ]

  test.each(kinds)('%s', async (_, path, names, headers = {}) => {
    // From web, and where it is kept from here.
    for (const _time of [1, 2]) expect(varies(await stage.ask(path, { headers }))).toEqual(names.toSorted())
  })

  test('also where something is missing, refused or compressed', async () => {
    stage.answerBy((seen, response) => {
      response.writeHead(seen.url.startsWith('/api/') ? 429 : 404, {
        'content-type': seen.url.startsWith('/api/') ? 'application/json' : 'text/html; charset=utf-8',
      })
      response.end('x'.repeat(2000))
      return true
    })
    // So long a page would be compressed for a client that takes it so.
    expect(varies(await stage.ask(`/video/${randomUUID()}`))).toEqual(['accept-encoding', ...language])
    const refused = await stage.ask('/api/gifts/', { method: 'POST' })
    expect(varies(refused)).toEqual(['authorization'])
  })
})

/** As web compresses what everybody reads for clients that take gzip. */
function compressing(seen: Seen, response: ServerResponse): boolean {
  const isData = seen.headers.rsc === '1'
  const type = seen.url.startsWith('/api/') ? 'application/json' : isData ? 'text/x-component' : 'text/html'
  const body = Buffer.from(`"${'x'.repeat(5_000)}"`)
  const isTaken = seen.headers['accept-encoding'] === 'gzip'
  const mark = { 'x-compressed-by': 'web', 'content-encoding': 'gzip' }
  response.writeHead(200, { 'content-type': type, ...(isTaken ? mark : {}) })
  response.end(isTaken ? gzipSync(body) : body)
  return true
}

test.each([
  ['a page', () => `/dancer/${randomUUID()}`, {}],
  ['home', () => `/?tab=${randomUUID()}`, {}],
  ['the data of a page', () => `/song/${randomUUID()}`, { rsc: '1' }],
  ['the feed', () => `/api/videos/?search=${randomUUID()}`, {}],
])('%s is kept as web has compressed it, apart from what others get', async (_, newPath, headers) => {
  stage.answerBy(compressing)
  const path = newPath()
  const ask = (takes: string) => stage.ask(path, { headers: { ...headers, 'accept-encoding': takes } })
  const [first, again] = [await ask('gzip, deflate, br'), await ask('gzip')]
  expect([first.cache, again.cache]).toEqual(['MISS', 'HIT'])
  expect(again.headers).toMatchObject({ 'content-encoding': 'gzip', 'x-compressed-by': 'web' })
  for (const takes of ['identity', 'br', 'br, gzip;q=0']) {
    const plain = await ask(takes)
    expect([takes, plain.headers['content-encoding']]).toEqual([takes, undefined])
  }
})

test('a parameter that a place does not know reaches nobody, those that it knows come in one order and once', async () => {
  const tab = randomUUID()
  const first = await stage.ask(`/?utm_source=x&sort=oldest&tab=${tab}&tab=other&_rsc=y#`)
  expect(JSON.parse(first.text).url).toBe(`/?tab=${tab}&sort=oldest&`)
  expect((await stage.ask(`/?tab=${tab}&sort=oldest`)).cache).toBe('HIT')

  const search = randomUUID()
  const feed = await stage.ask(`/api/videos/?callback=x&search=${search}&page=2&page=3`)
  expect(JSON.parse(feed.text).url).toBe(`/api/videos/?page=2&search=${search}&`)
  expect((await stage.ask(`/api/videos?page=2&search=${search}`)).cache).toBe('HIT')

  const video = `/video/${randomUUID()}`
  expect(JSON.parse((await stage.ask(`${video}?x=1`)).text).url).toBe(video)
  expect((await stage.ask(`${video}?_rsc=1&y`)).cache).toBe('HIT')
})

test.each(Object.keys(contract.videos.list.query.shape))(
  'the feed’s %s reaches web, and its answers are kept apart',
  async (name) => {
    const paths = [1, 2].map(() => `/api/videos/?${name}=${randomUUID()}`)
    for (const path of paths) {
      const { cache, text } = await keep(path)
      expect([cache, JSON.parse(text).url]).toEqual(['HIT', `${path}&`])
    }
  },
)

test('the feed is kept once, however its parameters are put', async () => {
  const asked = 'page=7&page_size=5&status=approved&ordering=-upload_date&section=this_month'
  const answer = await keep(`/api/videos/?${asked}`)
  expect([answer.cache, JSON.parse(answer.text).url]).toEqual(['HIT', `/api/videos/?${asked}&`])
  const turned = asked.split('&').toReversed().join('&')
  for (const other of [`${turned}&utm_source=x`, `${asked}&page=8`, `${asked}&x`])
    expect((await stage.ask(`/api/videos/?${other}`)).text).toBe(answer.text)
})

test('what has no name of its own is kept once, and nothing of a request for it is told', async () => {
  const secret = 'somebody-elses'
  for (const path of ['/faq', '/results', '/rules', '/api/leaderboard/', '/api/videos/challenges/current/']) {
    const headers = {
      'next-router-segment-prefetch': secret,
      'x-forwarded-host': secret,
      'user-agent': secret,
    }
    const first = await stage.ask(`${path}?a=${secret}`, { headers })
    expect(first).toMatchObject({ cache: 'MISS', text: expect.not.stringContaining(secret) })
    expect(JSON.parse(first.text)).toMatchObject({ url: path, headers: { host: 'web' } })
    expect(await stage.ask(path)).toMatchObject({ text: expect.not.stringContaining(secret) })
  }
})

test('a path is one, however it is written', async () => {
  const id = randomUUID()
  const first = await stage.ask(`/video/${id}`)
  for (const spelled of [`//video/${id}`, `/%76ideo/${id}`, `/x/../video/${id}`, `/x/%2e%2e/video/${id}`])
    expect(await stage.ask(spelled)).toMatchObject({ text: first.text, cache: 'HIT' })
})

test('what is not kept reaches web as it was asked', async () => {
  const headers = {
    cookie: 'a=b',
    authorization: 'Bearer x',
    'content-type': 'application/json',
    host: 'ngoma.test',
  }
  const answer = await stage.ask('/api/gifts/1/?x=%20y', { method: 'POST', headers, body: '{"a":1}' })
  expect(JSON.parse(answer.text)).toMatchObject({
    method: 'POST',
    url: '/api/gifts/1/?x=%20y',
    body: '{"a":1}',
    headers: { ...headers, 'x-forwarded-host': 'ngoma.test' },
  })
  expect((await stage.ask('/profile', { headers: { cookie: 'a=b' } })).cache).toBe('')
})

test('operators’ pages are not reached from here, by whatever spelling', async () => {
  const before = stage.seen.length
  for (const path of [
    '/metrics',
    '/api/metrics/',
    '//api//metrics',
    '/api/%6detrics',
    '/ws/../metrics',
    '/ws/..%2fmetrics',
    '/api/./metrics?x',
  ])
    expect([path, (await stage.ask(path)).status]).toEqual([path, 404])
  expect(stage.seen).toHaveLength(before)
})

test('sockets reach realtime with who asks', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: 'http://ngoma.test',
    host: 'ngoma.test',
  }
  expect((await stage.ask('/ws/leaderboard/?token=x', { headers })).status).toBe(101)
  expect(stage.seen.at(-1)).toMatchObject({
    by: 'realtime',
    url: '/ws/leaderboard/?token=x',
    headers: { upgrade: 'websocket', host: 'ngoma.test', 'x-forwarded-for': '127.0.0.1' },
  })
})

test('who came by https is told to come so again, and nobody else', async () => {
  const told = async (headers: Record<string, string>) =>
    (await stage.ask('/api/metrics', { headers })).headers['strict-transport-security']
  expect(await told({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
  expect(await told({})).toBeUndefined()
  stage.answerBy((seen, response) => {
    echo(seen, response, { 'strict-transport-security': 'max-age=1' })
    return true
  })
  const own = await stage.ask('/api/health/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(own.headers['strict-transport-security']).toBe('max-age=1')
})
