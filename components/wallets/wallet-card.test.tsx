import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { Topup } from '#lib/contract/topups/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { isCalledOff, mostWithdrawable, WalletActions } from './wallet-card.tsx'

const topup: Topup = {
  id: '01a2013b-0000-7000-8000-00000000000d',
  status: 'pending',
  amount: 300,
  message: 'Check your phone and enter your M-PESA PIN.',
  paybill: null,
  prompt: 'sent',
}

function shown(open: Topup[]): string {
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /wallet/api/topup/open/').queryKey, open)
  for (const one of open)
    client.setQueryData(
      apiQuery('GET /wallet/api/topup/status/{id}/', { path: { id: one.id } }).queryKey,
      one,
    )
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage>
        <WalletActions available={500} isFrozen={false} />
      </InLanguage>
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ')
}

test('a top-up that is under way is followed by a page that has just been opened', () => {
  expect(shown([topup])).toContain('Top-up of KES 300')
  expect(shown([topup])).toContain(topup.message)
  expect(shown([])).not.toContain('Top-up of')
})

test.each([
  [0, null],
  [9.99, null],
  [10, 10],
  [250.33, 250],
  [300_000, 250_000],
])('of KES %d, %s is offered', (available, most) => {
  expect(mostWithdrawable(available)).toBe(most)
})

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
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  expect(await isCalledOff(new QueryClient({ defaultOptions: { queries: { retry: false } } }), 'W1')).toBe(
    false,
  )
})
