import { expect, test, vi } from 'vitest'
import { send } from '#tests/support/send.ts'

vi.stubEnv('METRICS_TOKEN', 'a-token-for-prometheus')

test('where a token is set, metrics are read with it and not without', async () => {
  const { GET: metrics } = await import('../../../app/api/metrics/route.ts')
  expect((await send(metrics, { access: 'a-token-for-prometheus' })).status).toBe(200)
  for (const access of ['another', undefined]) {
    const response = await send(metrics, { address: '127.0.0.1', access })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
})
