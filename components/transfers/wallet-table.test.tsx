import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiKey } from '#lib/client/http/api-query.ts'
import type { FundTransfer, WalletItem } from '#lib/contract/transfers/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { Balance } from './balance.tsx'
import { TransferHistory } from './transfer-history.tsx'
import { WalletTable } from './wallet-table.tsx'

const wallet: WalletItem = {
  id: 1,
  wallet_type: 'platform_revenue',
  wallet_type_display: 'Platform revenue',
  amount: 250_000,
  transaction_count: 1_204,
  last_transaction: { type: 'transfer', amount: -60_000 },
  updated_at: '2026-11-22T09:00:00.000Z',
  transferable: 250_000,
}

const transfer: FundTransfer = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  transaction_reference: 'T7K2M9QXB',
  status: 'completed',
  amount: 60_000,
  description: 'Prizes of November',
  source: {
    id: 1,
    wallet_type: 'platform_revenue',
    wallet_type_display: 'Platform revenue',
    amount: 250_000,
  },
  destination: { id: 2, wallet_type: 'prize_pool', wallet_type_display: 'Prize pool', amount: 10_000 },
  requested_by: 'Otieno',
  requested_at: '2026-11-22T09:00:00.000Z',
  decided_by: 'Amina',
  decided_at: '2026-11-22T10:00:00.000Z',
  is_own: false,
  can_approve: false,
  is_requester_gone: false,
}

/** Returns the text of first cells, which phones show. */
function firstCells(table: ReactNode): string {
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /admin/fund-transfers/'), { waiting: [], newest: [transfer] })
  const html = renderToStaticMarkup(
    <InLanguage>
      <QueryClientProvider client={client}>{table}</QueryClientProvider>
    </InLanguage>,
  )
  const cells = html.match(/<th scope="row".*?<\/th>/g) ?? []
  return cells
    .join('')
    .replaceAll(/(?:<[^>]*>)+/g, '|')
    .replaceAll(/\s/g, ' ')
}

test('phones show as well how often a wallet moved, what moved it last, and when', () => {
  const words = firstCells(<WalletTable wallets={[wallet]} />)
  expect(words).toContain('|Transactions: 1,204|')
  expect(words).toMatch(/\|Last transaction: .*KES 60,000 \(.+\)\|/)
  expect(words).toContain('|Updated: 22 Nov 2026, 12:00|')
})

test('and of a transfer who asked for it, who confirmed it, and when', () => {
  expect(firstCells(<TransferHistory />)).toContain('|Otieno|confirmed by Amina|22 Nov 2026, 13:00|')
})

test('a balance does not break inside its number', () => {
  const html = renderToStaticMarkup(
    <InLanguage>
      <Balance shillings={6_260.5} wallet="royalty_pool" />
    </InLanguage>,
  )
  expect(html).toContain('whitespace-nowrap')
  expect(html).not.toContain('wrap-anywhere')
})
