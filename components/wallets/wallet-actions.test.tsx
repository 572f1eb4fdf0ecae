import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { Topup } from '#lib/contract/topups/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { WalletActions } from './wallet-actions.tsx'

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
        <WalletActions available={500} />
      </InLanguage>
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ')
}

test('a top-up that is under way is followed by a page that has just been opened', () => {
  expect(shown([topup])).toContain('Top-up of KES 300')
  expect(shown([topup])).toContain(topup.message)
  expect(shown([])).not.toContain('Top-up of')
})
