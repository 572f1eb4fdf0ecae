import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { Withdrawals } from './withdrawals.tsx'

const paid = (transaction_reference: string): Withdrawal => ({
  transaction_reference,
  status: 'completed',
  amount: 100,
  phone_number: '254712345678',
  receipt: 'SKL7RT61SV',
  requested_at: '2026-11-20T09:00:00.000Z',
  expected_by: '2026-11-23T14:00:00.000Z',
  can_cancel: false,
})
// The links to other pages keep what else the address says.
vi.stubGlobal('window', { location: { pathname: '/profile', search: '' } })

const [long, ago] = ['2999-01-04T14:00:00.000Z', '2026-01-05T14:00:00.000Z']

function shown(list: Withdrawal[], language: 'en' | 'sw' = 'en'): string {
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /wallet/api/withdrawals/').queryKey, list)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <Withdrawals />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('what is under way comes first, and what has no place on this page is on the next', () => {
  const older = { ...paid('WOPEN'), status: 'pending', expected_by: long } as const
  const html = shown([...['W1', 'W2', 'W3', 'W4', 'W5'].map(paid), older])
  expect([...html.matchAll(/Ref (W\w+)/g)].map(([, reference]) => reference)).toEqual([
    'WOPEN',
    'W1',
    'W2',
    'W3',
    'W4',
  ])
  expect(html).toContain('|1 of 2|')
  expect(shown(['W1', 'W2'].map(paid))).not.toContain('1 of 1')
})

test('once the expected time is past it says that it is late, and why', () => {
  const open = { ...paid('W1'), status: 'pending', expected_by: long } as const
  expect(shown([open])).toContain('|Expected by 4 Jan 2999, 17:00|')
  expect(shown([{ ...open, expected_by: ago }])).toContain(
    '|Late: it was expected by 5 Jan 2026, 17:00, and is not',
  )
  expect(shown([{ ...open, status: 'sending', expected_by: ago }])).toContain(
    'M-PESA has not told us yet whether',
  )
  expect(shown([{ ...open, expected_by: ago }], 'sw')).toContain('|Zimechelewa: zilitarajiwa kufika ')
  expect(shown([{ ...paid('W2'), expected_by: ago }])).not.toMatch(/Late|Expected/)
})
