// What the proxy keeps is the same for everybody: nothing that one visitor sends with a request may change what others get.
import { randomUUID } from 'node:crypto'
import * as routerHeaders from 'next/dist/client/components/app-router-headers.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { echo, openProxyStage, type ProxyStage } from './stage.ts'

let stage: ProxyStage
beforeAll(async () => {
  stage = await openProxyStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.answerBy(() => false))

/** Never in an answer to somebody else. */
const MARK = 'somebody-elses'

/** What Next's own client and server know, those that a later Next adds included. */
const nextsOwn = [...Object.values(routerHeaders), 'x-nextjs-data']
  .flat()
  .filter((name): name is string => typeof name === 'string' && /^(?:rsc|next-|x-)/.test(name))

/** What Next reads beside these (base-server, app-page, server-ipc of the version in package.json), and what any server may. */
const others = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'if-modified-since',
  'if-none-match',
  'next-resume',
  'next-test-fetch-priority',
  'origin',
  'pragma',
  'purpose',
  'range',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-purpose',
  'traceparent',
  'user-agent',
  'via',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-proto',
  'x-forwarded-scheme',
  'x-http-method-override',
  'x-invoke-path',
  'x-invoke-status',
  'x-matched-path',
  'x-middleware-invoke',
  'x-middleware-next',
  'x-middleware-override-headers',
  'x-middleware-prefetch',
  'x-middleware-rewrite',
  'x-middleware-skip',
  'x-middleware-subrequest',
  'x-next-resume-state-length',
  'x-now-route-matches',
  'x-original-url',
  'x-prerender-revalidate',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
  'x-vercel-id',
]
const headers = [...new Set([...nextsOwn, ...others])]

/** Every kept place, at an address that nobody has asked for yet. */
const places: [string, () => string][] = [
  ['/', () => `/?tab=${randomUUID()}`],
  ['/video/', () => `/video/${randomUUID()}`],
  ['/tally/', () => `/tally/${randomUUID()}/`],
  ['/api/videos/', () => `/api/videos/?search=${randomUUID()}`],
  ['/_next/static/', () => `/_next/static/chunks/${randomUUID()}.js`],
  ['a picture', () => `/share/${randomUUID()}/card.png`],
  ['/stills/', () => `/stills/${randomUUID()}/480.avif`],
  ['/song/', () => `/song/${randomUUID()}`],
  ['/media/', () => `/media/videos/${randomUUID()}.webm`],
]

describe.each(places)('of %s', (_, newPath) => {
  test('nobody gets what another’s headers made of it', async () => {
    const changed: string[] = []
    for (const name of headers) {
      const path = newPath()
      const value = name === 'range' ? 'bytes=0-3' : MARK
      await stage.ask(path, { headers: { [name]: value } })
      const plain = await stage.ask(path)
      const clean = await stage.ask(newPath())
      if (plain.cache !== 'HIT') changed.push(`${name}: ${plain.cache}`)
      else if (plain.text.includes(MARK) || plain.text.length !== clean.text.length) changed.push(name)
      else if (plain.headers['content-type'] !== clean.headers['content-type']) changed.push(name)
    }
    expect(changed).toEqual([])
  })

  test('nobody gets what all of them together made of it', async () => {
    const path = newPath()
    await stage.ask(path, {
      headers: { ...Object.fromEntries(headers.map((name) => [name, MARK])), rsc: '0' },
    })
    const plain = await stage.ask(path)
    expect(plain.cache).toBe('HIT')
    expect(plain.text).not.toContain(MARK)
    expect(plain.headers['content-type']).not.toBe('text/x-component')
  })

  test('a request that asks for what nobody has leaves nothing behind', async () => {
    const path = newPath()
    expect((await stage.ask(path, { headers: { 'if-match': MARK } })).status).toBe(412)
    expect((await stage.ask(path)).cache).toBe('MISS')
  })

  test('another method and a body make nothing of it', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET']) {
      const path = newPath()
      await stage.ask(path, { method, body: MARK, headers: { 'content-length': String(MARK.length) } })
      const plain = await stage.ask(path)
      expect([method, plain.cache]).toEqual([method, method === 'GET' ? 'HIT' : 'MISS'])
      expect(plain.text).not.toContain(MARK)
      expect(JSON.parse(plain.text)).toMatchObject({ method: 'GET', body: '' })
    }
  })

  test('HEAD leaves the whole answer behind', async () => {
    const path = newPath()
    const head = await stage.ask(path, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    const plain = await stage.ask(path)
    expect([plain.cache, JSON.parse(plain.text).method]).toEqual(['HIT', 'GET'])
  })

  test('an upgrade of the connection is none', async () => {
    const path = newPath()
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'http2-settings': MARK }
    expect((await stage.ask(path, { headers: upgrade })).status).toBe(200)
    expect(await stage.ask(path)).toMatchObject({
      cache: 'HIT',
      text: expect.not.stringContaining('upgrade'),
    })
  })

  test('what sets a cookie is not kept', async () => {
    const path = newPath()
    stage.answerBy((seen, response) => {
      echo(seen, response, { 'set-cookie': `session=${MARK}` })
      return true
    })
    expect((await stage.ask(path)).headers['set-cookie']).toContain(MARK)
    expect((await stage.ask(path)).cache).toBe('MISS')
  })

  test('what is another’s by its Authorization is not kept, nor answered from what is', async () => {
    if (newPath().startsWith('/media/')) return
    for (const authorization of [`Bearer ${MARK}`, '0', 'x']) {
      const path = newPath()
      const own = await stage.ask(path, { headers: { authorization } })
      expect(JSON.parse(own.text).headers.authorization).toBe(authorization)
      expect(await stage.ask(path)).toMatchObject({ cache: 'MISS' })
      expect(await stage.ask(path)).toMatchObject({ cache: 'HIT' })
      expect(await stage.ask(path, { headers: { authorization } })).toMatchObject({ cache: 'BYPASS' })
    }
  })
})
