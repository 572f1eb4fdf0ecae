import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from '#lib/client/browser/server-clock.ts'
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
  failure: null,
})
// Links retain the rest of the address.
beforeEach(() => vi.stubGlobal('window', { location: { pathname: '/profile', search: '' } }))
afterEach(() => vi.unstubAllGlobals())

const [long, ago] = ['2999-01-04T14:00:00.000Z', '2026-01-05T14:00:00.000Z']

const { queryKey } = apiQuery('GET /wallet/api/withdrawals/')

/** @param list null before the first answer */
function shown(list: Withdrawal[] | null, language: 'en' | 'sw' = 'en', hasFailed = false): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  if (list) client.setQueryData(queryKey, list)
  if (hasFailed)
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: 'error', error: new Error('offline') })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <Withdrawals />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('they are in order of time, each with its date, and what has no place on this page is on the next', () => {
  const open = { ...paid('WOPEN'), status: 'pending', expected_by: long } as const
  const html = shown([paid('W1'), open, ...['W2', 'W3', 'W4', 'W5'].map(paid)])
  expect([...html.matchAll(/Ref (W\w+)/g)].map(([, reference]) => reference)).toEqual([
    'W1',
    'WOPEN',
    'W2',
    'W3',
    'W4',
  ])
  expect(html).toContain('|1 of 2|')
  expect(html).toContain('|20 Nov 2026, 12:00|')
  expect(shown(['W1', 'W2'].map(paid))).not.toContain('1 of 1')
})

test('one that failed says why, and that the money is back', () => {
  const failed = { ...paid('W1'), status: 'failed', failure: 'limit' } as const
  expect(shown([failed])).toContain(
    '|M-PESA didn&#x27;t pay it: this number can&#x27;t receive that much now. The money is back in your wallet.',
  )
  expect(shown([{ ...failed, failure: 'not_registered' }])).toContain(
    'isn&#x27;t registered with M-PESA. The money is back',
  )
  expect(shown([{ ...failed, failure: 'other' }], 'sw')).toContain('Pesa zimerudi kwenye pochi yako.')
  expect(shown([paid('W2')])).not.toContain('The money is back')
})

test('once the expected time is past it says that it is late, and why', () => {
  const open = { ...paid('W1'), status: 'pending', expected_by: long } as const
  expect(shown([open])).toContain('|Expected by 4 Jan 2999, 17:00|')
  expect(shown([{ ...open, expected_by: ago }])).toContain(
    '|Late: it was due by 5 Jan 2026, 17:00 and hasn&#x27;t been',
  )
  expect(shown([{ ...open, status: 'sending', expected_by: ago }])).toContain(
    'M-PESA hasn&#x27;t confirmed it yet',
  )
  expect(shown([{ ...open, expected_by: ago }], 'sw')).toContain('|Zimechelewa: zilitarajiwa kufika ')
  expect(shown([{ ...paid('W2'), expected_by: ago }])).not.toMatch(/Late|Expected/)
})

test('what has not loaded does not pass for no withdrawals, and what could not be renewed does not pass for new', () => {
  expect(shown(null)).toContain('Loading your withdrawals…')
  expect(shown(null, 'en', true)).toMatch(/Your withdrawals did not load\..*Retry/)
  const open = { ...paid('W1'), status: 'pending', expected_by: long, can_cancel: true } as const
  expect(shown([open], 'en', true)).toMatch(/Last updated .*Retry.*Cancel/)
  expect(shown([open])).not.toContain('Last updated')
  expect(shown([], 'en', true)).toContain('Last updated')
  expect(shown([])).toBe('')
})

test('what is late is told by the server, not by the clock of the phone', () => {
  const open = { ...paid('W1'), status: 'pending', expected_by: '2026-11-27T14:00:00.000Z' } as const
  const answeredAt = (date: string) => serverClock.note(new Response(null, { headers: { date } }))
  answeredAt('Fri, 27 Nov 2026 13:00:00 GMT')
  expect(shown([open])).toContain('|Expected by 27 Nov 2026, 17:00|')
  answeredAt('Fri, 27 Nov 2026 15:00:00 GMT')
  expect(shown([open])).toContain('|Late: it was due by 27 Nov 2026, 17:00')
})
