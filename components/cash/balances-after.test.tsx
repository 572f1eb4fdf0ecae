import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { BalancesAfter } from './balances-after.tsx'

function shown(changes: CashJournal['changes'], language: 'en' | 'sw' = 'en') {
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /admin/cash-position/').queryKey, {
    mpesa: null,
    books: { working: 700.1, utility: 0, bank: 50 },
    difference: { working: 0, utility: 0 },
    owed: { wallets: 0, held: 0, refunds: 0, prize_pool: 0, royalty_pool: 0, other: 0, total: 0 },
    free: 700,
    is_short: false,
    days: [],
  })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <BalancesAfter changes={changes} />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ')
}

test('each changed account has its balance after the journal', () => {
  const words = shown({ working: -600.05, utility: 0, bank: 600.05 })
  expect(words).toBe('|Working account afterwards: KES 100.05|Bank afterwards: KES 650.05|')
})

test('a balance that becomes negative is warned of', () => {
  const changes = { working: 0, utility: 0, bank: -99_999_999 }
  expect(shown(changes)).toContain('Bank afterwards: −KES 99,999,949|')
  expect(shown(changes)).toContain('|Bank would be negative. Confirm only if')
  expect(shown(changes, 'sw')).toContain('|Benki itakuwa hasi.')
  expect(shown({ ...changes, bank: -50 })).not.toContain('negative')
})
