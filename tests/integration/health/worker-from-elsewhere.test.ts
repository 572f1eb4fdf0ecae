// The worker's pages and realtime's metrics where no token is set: for this machine alone, by the socket.
import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Reached from elsewhere too, as in a container.
vi.stubEnv('WORKER_HOST', '0.0.0.0')
vi.stubEnv('METRICS_TOKEN', '')

const ends: (() => Promise<unknown> | unknown)[] = []
const pages: [string, number, string][] = []

beforeAll(async () => {
  const { startOperationsServer } = await import('#workers/operations-server.ts')
  const { startRealtime } = await import('#server/realtime/server.ts')
  const worker = await startOperationsServer()
  const realtime = await startRealtime({ host: '0.0.0.0', port: 0 })
  const address = worker.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  pages.push(['worker', address.port, '/metrics'], ['worker', address.port, '/queues/'])
  pages.push(['realtime', realtime.port, '/metrics'])
  ends.push(() => worker.close(), realtime.close)
})
afterAll(async () => {
  for (const end of ends) await end()
  await (await import('#lib/core/queue.ts')).closeQueues()
  await (await import('#lib/core/redis.ts')).closeRedis()
  await (await import('#lib/core/db.ts')).closeDb()
})

const statusOf = async (host: string, port: number, path: string, headers: Record<string, string> = {}) =>
  (await fetch(`http://${host}:${port}${path}`, { headers })).status

test('this machine reads them, also as a proxy of its own does for itself', async () => {
  for (const [who, port, path] of pages) {
    expect([who, await statusOf('127.0.0.1', port, path)]).toEqual([who, 200])
    const own = { 'x-forwarded-for': '127.0.0.1' }
    expect([who, await statusOf('127.0.0.1', port, path, own)]).toEqual([who, 200])
  }
})

test('whom a proxy of this machine lets through does not', async () => {
  for (const [who, port, path] of pages) {
    const headers = { 'x-forwarded-for': '41.90.1.1' }
    expect([who, await statusOf('127.0.0.1', port, path, headers)]).toEqual([who, 401])
  }
})

test('a page of another site does not, which has given its name this address', async () => {
  for (const [who, port, path] of pages) {
    // fetch writes the Host itself.
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `rebound.example:${port}` }
      get({ host: '127.0.0.1', port, path, headers }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      )
    })
    expect([who, status]).toEqual([who, 401])
  }
})

test('who comes from elsewhere does not, whatever they say of themselves', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  // A machine without a network has nobody elsewhere.
  const claims = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', host: 'localhost' }
  for (const [who, port, path] of outside ? pages : []) {
    expect([who, await statusOf(outside ?? '', port, path)]).toEqual([who, 401])
    expect([who, await statusOf(outside ?? '', port, path, claims)]).toEqual([who, 401])
  }
})
