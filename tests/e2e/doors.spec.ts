// The served product's edges: web itself, and web behind the shipped nginx.
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import net from 'node:net'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import * as routerHeaders from 'next/dist/client/components/app-router-headers.js'
import { expect, test } from './fixtures.ts'
import { openAccount, password } from './people.ts'

const webPort = () => Number(process.env.NGOMA_E2E_WEB_PORT)
const web = () => `http://127.0.0.1:${webPort()}`
const proxy = () => process.env.NGOMA_E2E_PROXY_URL ?? ''

test.describe('behind nginx', () => {
  test('no header that Next knows makes another page of what is kept', async ({ request, product }) => {
    const [video] = await product.topVideos(1)
    const names = [...Object.values(routerHeaders).flat(), 'x-nextjs-data', 'x-middleware-prefetch']
    const headers = names.filter(
      (name): name is string => typeof name === 'string' && /^(?:next-|x-)/.test(name),
    )
    expect(headers.length).toBeGreaterThan(8)
    const poisons = [
      { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
      { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree', rsc: '1' },
      ...headers.map((name) => ({ [name]: '1' })),
    ]
    for (const page of ['/', '/?sort=oldest', '/faq', '/results', `/video/${video?.id}`])
      for (const poison of poisons) {
        const asked = await request.get(proxy() + page, { headers: poison, maxRedirects: 0 })
        const plain = await request.get(proxy() + page)
        const name = `${page} after ${JSON.stringify(poison)}`
        expect([name, plain.status(), plain.headers()['content-type']]).toEqual([
          name,
          200,
          'text/html; charset=utf-8',
        ])
        expect(await plain.text(), name).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>/)
        if (!('rsc' in poison)) expect(asked.headers()['content-type'], name).toMatch(/^text\/html/)
      }
  })

  test('Next’s own client reads its data through it', async ({ page }) => {
    await page.goto(proxy())
    await page.getByRole('link', { name: 'FAQ' }).first().click()
    await expect(page).toHaveURL(`${proxy()}/faq`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('songs and pictures come through it, in parts too', async ({ request, product }) => {
    await checkMedia(request, proxy(), await mediaOf(request, product.url))
  })
})

test('songs and pictures come from web, and nothing else of the store', async ({ request, product }) => {
  const media = await mediaOf(request, product.url)
  await checkMedia(request, web(), media)
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
    const answer = await request.fetch(web() + media, { method, data: '<html>' })
    expect([method, answer.status(), answer.headers().allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS'])
  }
  for (const trick of [
    '/media/../ngoma-private/',
    '/media/%2e%2e/ngoma-private/x',
    '/media/..%2fngoma-private%2fx',
    '/media//ngoma-private/x',
    '/media/%2fngoma-private/x',
    '/media/',
    '/media/videos/',
    '/media/videos',
    '/media/x?list-type=2',
  ])
    expect([
      trick,
      (await raw(`GET ${trick} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status,
    ]).not.toEqual([trick, 200])
})

test('the icon that browsers ask for by themselves is there', async ({ request, product }) => {
  const icon = await request.get(`${product.url}/favicon.ico`)
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
})

test('pages and scripts are compressed where no proxy does it', async ({ request }) => {
  const headers = { 'accept-encoding': 'gzip' }
  const page = await request.get(`${web()}/faq`, { headers })
  const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? []
  for (const answer of [page, await request.get(web() + script, { headers })]) {
    expect(answer.status(), answer.url()).toBe(200)
    expect(answer.headers(), answer.url()).toMatchObject({ 'content-encoding': 'gzip' })
  }
})

test('a guarded page is kept by no cache, however its path is written, and data of it as little', async ({
  request,
  product,
}) => {
  const { email } = await openAccount(request)
  const login = await request.post('/api/users/auth/login/', { data: { email, password } })
  const { access } = await login.json()
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  await request.post('/api/auth/callback/credentials', { form: { access, csrfToken, json: 'true' } })
  for (const rsc of ['0', '1'])
    for (const page of ['/profile', '/kyc-upload', '/upload/', '/unauthorized', '/officer', '/superadmin']) {
      const answer = await request.get(product.url + page, { headers: { rsc }, maxRedirects: 0 })
      const name = `${page} ${rsc} ${answer.status()}`
      expect([name, answer.headers()['cache-control']]).toEqual([name, 'private, no-store'])
    }
  for (const spelled of [
    '/%70rofile',
    '//profile',
    '/./profile',
    '/en/profile',
    '/profile.rsc',
    '/PROFILE',
  ]) {
    const { head } = await raw(`GET ${spelled} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    if (/ (200|304) /.test(head))
      expect([spelled, head]).toEqual([spelled, expect.not.stringMatching(/s-maxage|public/)])
  }
})

test('next-auth’s own pages stand in no frame, load nothing and lead to where browsers reach us', async ({
  request,
  product,
}) => {
  for (const page of [
    '/api/auth/signout',
    '/api/auth/verify-request',
    '/api/auth/providers',
    '/api/auth/error',
  ]) {
    const answer = await request.get(product.url + page, { maxRedirects: 0 })
    expect([page, answer.headers()['x-frame-options']]).toEqual([page, 'DENY'])
    expect(answer.headers()['content-security-policy']).toMatch(/default-src 'none';.*frame-ancestors 'none'/)
    expect(await answer.text()).not.toContain('localhost')
  }
  expect(await (await request.get('/api/auth/providers')).json()).toMatchObject({
    credentials: { signinUrl: `${product.url}/api/auth/signin/credentials` },
  })
  // next-auth has no such page. JSON without a callbackUrl is no fault of ours.
  const posted = await request.post('/api/auth/login', { data: { email: 'amina@example.org' } })
  expect(posted.status()).toBe(400)
})

test('an embed stands in any frame without cookies or scripts, leads to our page, and no other page does', async ({
  page,
  request,
  product,
}) => {
  const [video] = await product.topVideos(1)
  const answer = await request.get(`${product.url}/embed/${video?.id}`)
  const {
    'content-security-policy': policy,
    'x-frame-options': frames,
    'set-cookie': cookie,
  } = answer.headers()
  expect([frames, cookie]).toEqual([undefined, undefined])
  expect(policy).toMatch(/^default-src 'none';.*frame-ancestors \*$/)
  const other = (await request.get(`${product.url}/video/${video?.id}`)).headers()
  expect(other['content-security-policy']).toContain("frame-ancestors 'self'")
  const gone = await request.get(`${product.url}/embed/none?lang=sw`)
  expect([gone.status(), gone.headers()['content-security-policy']]).toEqual([404, policy])
  expect(await gone.text()).toContain('Densi hii haionyeshwi tena.')

  await page.goto(`/video/${video?.id}`)
  const discovered = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
  const told = await (await request.get(discovered ?? '')).json()
  // Another site's page, without our policies.
  const elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(told.html),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`)
  const embed = page.frameLocator('iframe')
  await expect(embed.getByRole('link', { name: 'Vote' })).toHaveAttribute(
    'href',
    `${product.url}/video/${video?.id}`,
  )
  await embed.getByRole('link', { name: /^Play/ }).click()
  await expect(embed.locator('iframe, video')).toBeVisible()
  elsewhere.close()
})

test('web’s metrics are not had by a header', async ({ request }) => {
  expect((await request.get(`${web()}/api/metrics`)).status()).toBe(200)
  for (const claimed of ['41.90.1.1', '127.0.0.1, 41.90.1.1']) {
    const headers = { 'x-forwarded-for': claimed }
    expect((await request.get(`${web()}/api/metrics`, { headers })).status()).toBe(403)
  }
})

test('a body that nobody reads to its end closes the connection', async () => {
  for (const [where, status] of [
    ['POST /api/users/auth/login/', 413],
    ['POST /api/users/profiles/me/avatar/', 404],
    ['POST /api/users/profiles/me/', 405],
    ['POST /api/auth/signout', 413],
    ['POST /faq', 200],
    ['PUT /media/videos/x.webm', 405],
    ['PUT /api/videos/', 405],
  ] as const) {
    const head = `${where} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n`
    const answer = await raw(head, Buffer.alloc(200_000, 'x'))
    expect([where, answer.status]).toEqual([where, status])
    expect([where, answer.head]).toEqual([where, expect.stringMatching(/connection: close/i)])
  }
})

test('a body that is cut off is one line of the log', async () => {
  const log = () => readFileSync(path.join(process.env.NGOMA_E2E_DATA ?? '', 'logs', 'web.log'), 'utf8')
  const before = log().length
  for (const route of ['/api/users/auth/login/', '/api/auth/signout']) {
    const id = randomUUID()
    const socket = net.connect(webPort(), '127.0.0.1')
    socket.on('error', () => undefined)
    const head = `POST ${route} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    await new Promise<void>((resolve) => socket.write(`${head}{"a":`, () => resolve()))
    await new Promise<void>((resolve) => socket.end(resolve))
    socket.destroy()
    const told = () =>
      log()
        .split('\n')
        .filter((line) => line.includes(id))
    await expect.poll(told).toEqual([expect.stringMatching(/"request cut off"\}$/)])
    expect(told()[0]).not.toContain('stack')
  }
  expect(log().slice(before)).not.toContain('Error: aborted')
})

/** A seeded film, by its path. */
async function mediaOf(request: APIRequestContext, url: string): Promise<string> {
  const { results } = await (await request.get(`${url}/api/videos/?page_size=50`)).json()
  const found = results.map((one: { video_file_url?: string }) => one.video_file_url)
  return found.find((one: string | undefined) => one?.startsWith('/media/')) ?? ''
}

async function checkMedia(request: APIRequestContext, origin: string, media: string): Promise<void> {
  expect(media).toMatch(/^\/media\/videos\//)
  const whole = await request.get(`${origin}${media}?${randomUUID()}`)
  expect([whole.status(), whole.headers()['content-type']]).toEqual([200, 'video/webm'])
  expect(whole.headers()['content-security-policy']).toMatch(/^default-src 'none';[^,]* sandbox;[^,]*$/)
  expect(whole.headers()['x-content-type-options']).toBe('nosniff')
  const bytes = await whole.body()
  const part = await request.get(origin + media, { headers: { range: 'bytes=100-199' } })
  expect(part.status()).toBe(206)
  const digest = (given: Buffer) => createHash('sha256').update(given).digest('hex')
  expect(digest(await part.body())).toBe(digest(bytes.subarray(100, 200)))
  const head = await request.head(origin + media)
  expect([head.status(), head.headers()['content-length']]).toEqual([200, String(bytes.length)])
  expect((await request.get(`${origin}/media/videos/none.webm`)).status()).toBe(404)
}

/** Sends exactly this to web. @returns the bytes until the connection closed */
function raw(head: string, body?: Buffer): Promise<{ status: number; head: string; text: string }> {
  return new Promise((resolve) => {
    const socket = net.connect(webPort(), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += String(data)
    })
    socket.on('error', () => undefined)
    socket.on('close', () =>
      resolve({ status: Number(text.split(' ')[1]), head: text.split('\r\n\r\n')[0] ?? '', text }),
    )
    socket.write(head)
    if (body) socket.write(body)
  })
}
