import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { STATEMENTS_PER_PAGE } from '#lib/contract/royalties/constants.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { MonthSoFar } from './month-so-far.tsx'
import { StatementsPanel } from './statements-panel.tsx'

const list = apiQuery('GET /royalties/statements/', { query: { page: 1, page_size: STATEMENTS_PER_PAGE } })
const current = apiQuery('GET /royalties/current/')

beforeEach(() => vi.stubGlobal('window', { location: { pathname: '/musician-dashboard', search: '' } }))
afterEach(() => vi.unstubAllGlobals())

/** For a musician without a closed month. */
function shown(running: 'loading' | 'failed' | 'none', panel = <StatementsPanel />): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  client.setQueryData(list.queryKey, { count: 0, next: null, previous: null, results: [] })
  if (running === 'none') client.setQueryData(current.queryKey, { statement: null })
  if (running === 'failed')
    client
      .getQueryCache()
      .build(client, { queryKey: current.queryKey })
      .setState({ status: 'error', error: new Error('offline') })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage>{panel}</InLanguage>
    </QueryClientProvider>,
  )
}

test('that there is no statement yet is said when both the closed months and the running one are known', () => {
  expect(shown('none')).toContain('No statement yet')
  expect(shown('loading')).not.toContain('No statement yet')
  expect(shown('loading')).toContain('Loading your statements')
  expect(shown('failed')).not.toContain('No statement yet')
  expect(shown('failed')).toMatch(/The running month did not load\..*Retry/)
})

test('a running month that did not load is told where one lands as well', () => {
  expect(shown('failed', <MonthSoFar />)).toMatch(/The running month did not load\..*Retry/)
  expect(shown('none', <MonthSoFar />)).toBe('')
})
