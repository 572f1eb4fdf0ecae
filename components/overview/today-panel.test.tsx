import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { Today } from '#lib/contract/overview/today.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { TodayPanel } from './today-panel.tsx'

const today: Today = {
  hours: [],
  prompts: {
    ...{ asked: 214, paid: 181, pending: 5, unknown: 4, declined: 18, not_sent: 6 },
    declined_by: [{ reason: 'cancelled', count: 18 }],
    not_sent_by: [{ reason: 'busy', count: 6 }],
  },
  waiting: [{ part: 'kyc', count: 3, since: null }],
}

// The states of the payments list cut across the steps: a refunded payment's prompt was paid.
test('steps of the prompts have no link, because no list has exactly their payments', () => {
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /admin/today/').queryKey, today)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage>
        <TodayPanel />
      </InLanguage>
    </QueryClientProvider>,
  )
  for (const count of ['214', '208', '181', '18', '6', '5', '4']) expect(html).toContain(`>${count}<`)
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/officer'])
})
