// Where browsers reach the product by https, every answer of web says that they shall come no other way.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.stubEnv('PUBLIC_URL', 'https://ngoma.test')

let origin: string
const ends: (() => Promise<unknown> | unknown)[] = []
beforeAll(async () => {
  const { openFrontDoor } = await import('#lib/web/front/front-door.ts')
  const { prepareIncomingRequests } = await import('#lib/web/endpoint/incoming-requests.ts')
  const { closePublicChanges } = await import('#lib/web/cache/public-changes.ts')
  prepareIncomingRequests()
  const server = createServer(
    openFrontDoor(async (request, response) => {
      if (request.url === '/fails') throw new Error('of a test')
      const kept = { 'x-nextjs-prerender': '1', 'cache-control': 's-maxage=5', 'content-type': 'text/html' }
      for (const [name, value] of Object.entries(kept)) response.setHeader(name, value)
      response.end('a page')
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
    closePublicChanges,
  )
})
afterAll(async () => {
  for (const end of ends) await end()
})

test('pages, kept pages, calls, kept calls, callbacks and failures', async () => {
  const asked: [string, RequestInit?][] = [
    ['/faq'],
    ['/faq'],
    ['/api/leaderboard'],
    ['/api/leaderboard'],
    ['/api/videos/?page=none'],
    ['/api/payments/m/forged/stk/', { method: 'POST', body: '{}' }],
    ['/fails'],
  ]
  for (const [path, init] of asked) {
    const answer = await fetch(origin + path, init)
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    await answer.text()
  }
})
