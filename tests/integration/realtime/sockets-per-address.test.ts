// How many sockets one address may have open, by whatever way it comes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '#tests/support/until.ts'

vi.stubEnv('SOCKETS_PER_ADDRESS', '')
vi.stubEnv('TRUSTED_PROXY_HOPS', '1')

let realtime: { port: number; close(): Promise<void> }
let listening: typeof import('./listener.ts')
let passing: typeof import('#lib/web/front/pass-sockets.ts')
beforeAll(async () => {
  listening = await import('./listener.ts')
  passing = await import('#lib/web/front/pass-sockets.ts')
  const { startRealtime } = await import('#server/realtime/server.ts')
  realtime = await startRealtime({ host: '127.0.0.1', port: 0 })
})
afterAll(() => realtime.close())

const path = '/ws/leaderboard/'
/** As our proxy passes a visitor's socket on. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const open = (address: string) => listening.listen(realtime.port, path, from(address))
const refused = (address: string) => listening.refusal(realtime.port, path, from(address))

test('twenty are open, the next is told to wait, others are not kept out, and a place that is left is free', async () => {
  const first = await open('41.90.1.1')
  for (let more = 1; more < 20; more++) await open('41.90.1.1')
  expect(await refused('41.90.1.1')).toBe(429)
  // What a client writes before what our proxy saw does not make it another.
  expect(await refused('8.8.8.8, 41.90.1.1')).toBe(429)
  await open('41.90.1.2')
  first.socket.close()
  await until('there is a place', () =>
    open('41.90.1.1').then(
      () => true,
      () => false,
    ),
  )
  expect(await refused('41.90.1.1')).toBe(429)
})

test('those who knock at the same moment are counted too, and who is refused for another reason leaves their place', async () => {
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => open('41.90.2.1')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (let wrong = 0; wrong < 30; wrong++)
    expect(await listening.refusal(realtime.port, '/ws/nowhere/', from('41.90.2.2'))).toBe(404)
  await until('they are gone', () => open('41.90.2.2').catch(() => false))
})

test('the addresses of one IPv6 subscriber are one', async () => {
  for (let host = 1; host <= 20; host++) await open(`2c0f:fe38:1:2::${host.toString(16)}`)
  expect(await refused('2c0f:fe38:1:2:a:b:c:d')).toBe(429)
  await open('2c0f:fe38:1:3::1')
})

test('behind web it is the visitor who counts, and nobody can say that they are web', async () => {
  const web = createServer()
  web.on('upgrade', passing.passSockets(`http://127.0.0.1:${realtime.port}`))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  for (let more = 0; more < 20; more++) await listening.listen(port, path, from('41.90.3.1'))
  expect(await listening.refusal(port, path, from('41.90.3.1'))).toBe(429)
  const another = await listening.listen(port, path, from('41.90.3.2'))
  another.socket.close()
  // Their mark is theirs: the address that our proxy saw counts.
  const forged = { headers: { 'x-forwarded-for': '41.90.3.9, 41.90.3.1', 'x-ngoma-hop': 'x'.repeat(43) } }
  expect(await listening.refusal(realtime.port, path, forged)).toBe(429)
  web.closeAllConnections()
  web.close()
})
