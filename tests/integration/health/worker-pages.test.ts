// The worker's own page for operators, as it is served.
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Before anything reads the environment: that is why all of the product is imported later.
vi.stubEnv('METRICS_TOKEN', 'a-token-for-operators')

let server: Server
beforeAll(async () => {
  const { startOperationsServer } = await import('#workers/operations-server.ts')
  server = await startOperationsServer()
})
afterAll(async () => {
  server.close()
  await (await import('#lib/core/queue.ts')).closeQueues()
  await (await import('#lib/core/redis.ts')).closeRedis()
  await (await import('#lib/core/db.ts')).closeDb()
})

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return fetch(`http://127.0.0.1:${address.port}${path}`, { headers })
}

test('everybody may ask whether it is up and ready', async () => {
  expect((await get('/health')).status).toBe(200)
  expect(await (await get('/ready')).json()).toEqual({ status: 'ready' })
})

test('where a token is set, metrics and queues are shown with it and not without', async () => {
  for (const path of ['/metrics', '/queues/', '/queues/api/queues']) {
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { authorization: 'Bearer another' })).status).toBe(401)
    expect((await get(path, { authorization: 'Bearer a-token-for-operators' })).status).toBe(200)
  }
})

test('the board lists the queues', async () => {
  const asked = await get('/queues/api/queues', {
    authorization: `Basic ${btoa('operator:a-token-for-operators')}`,
  })
  const told = JSON.stringify(await asked.json())
  for (const name of ['settlement', 'payments', 'mail', 'housekeeping']) expect(told).toContain(`"${name}"`)
})
