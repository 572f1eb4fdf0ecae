import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { isCalledOff } from './called-off.ts'

afterEach(() => vi.unstubAllGlobals())

test('it was called off where the server has it so now, whatever was known before', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  let status = 'pending'
  vi.stubGlobal('fetch', async () =>
    Response.json([
      { transaction_reference: 'W1', status },
      { transaction_reference: 'W2', status: 'cancelled' },
    ]),
  )
  const client = new QueryClient()
  expect(await isCalledOff(client, 'W1')).toBe(false)
  status = 'cancelled'
  expect(await isCalledOff(client, 'W1')).toBe(true)
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')))
  expect(await isCalledOff(new QueryClient({ defaultOptions: { queries: { retry: false } } }), 'W1')).toBe(
    false,
  )
})
