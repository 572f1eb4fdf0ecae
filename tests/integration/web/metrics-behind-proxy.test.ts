// Web behind a proxy of ours, whose X-Forwarded-For is believed: what somebody writes into it who reaches web itself.
import { expect, test, vi } from 'vitest'
import { send } from '#tests/support/send.ts'

vi.stubEnv('TRUSTED_PROXY_HOPS', '1')

test('metrics are read by who is on this machine by the socket, whatever a header says', async () => {
  const { GET: metrics } = await import('../../../app/api/metrics/route.ts')
  // The last address is the socket's: incoming-requests.ts has written it.
  for (const address of [
    '127.0.0.1, 41.90.1.1',
    '::1, 10.77.0.9',
    '41.90.1.1, 127.0.0.1',
    '127.0.0.1, 41.90.1.1, 127.0.0.1',
  ])
    expect([address, (await send(metrics, { address })).status]).toEqual([address, 403])
  expect((await send(metrics, { address: '127.0.0.1' })).status).toBe(200)
})
