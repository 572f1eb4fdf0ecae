import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { CashPosition as Position } from '#lib/contract/cash/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { CashPosition } from './cash-position.tsx'

const position: Position = {
  mpesa: { working: 700_000.5, utility: 49_000, uncleared: 1_200, read_at: '2026-11-29T09:00:00.000Z' },
  books: { working: 700_000.5, utility: 50_000, bank: 20_000 },
  difference: { working: 0, utility: -1_000 },
  owed: {
    wallets: 300_000,
    held: 20_000,
    refunds: 500,
    prize_pool: 25_000,
    royalty_pool: 60_000,
    other: 0,
    total: 405_500,
  },
  free: 343_500.5,
  is_short: false,
  days: [
    { day: '2026-11-28', held: 100, owed: 150, free: -50, bank: 0 },
    { day: '2026-11-29', held: 749_000.5, owed: 405_500, free: 343_500.5, bank: 20_000 },
  ],
}

function shown(change: Partial<Position> = {}, language: 'en' | 'sw' = 'en') {
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /admin/cash-position/').queryKey, { ...position, ...change })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <CashPosition />
      </InLanguage>
    </QueryClientProvider>,
  )
  return { html, words: html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ') }
}

test('what M-Pesa holds, the books, what is owed and what is free stand beside each other', () => {
  const { words, html } = shown()
  for (const part of ['M-PESA holds|', 'According to the books|', 'Owed to people|', 'Surplus in M-PESA|'])
    expect(words).toContain(part)
  for (const sum of ['749,000.5', '750,000.5', '405,500', '343,500.5', '1,200', '20,000'])
    expect(words).toContain(sum)
  expect(words).not.toContain('Taxes')
  expect(html).not.toContain('border-alarm')
  expect(shown({}, 'sw').words).toContain('Zinazodaiwa na watu')
})

test('a difference leads to a journal with its account and amount', () => {
  const { html, words } = shown()
  expect(words).toContain('KES 1,000 less than the books (Utility).')
  expect(html).toContain('href="?tab=books&amp;propose=utility&amp;difference=-1000"')
  expect(shown({ difference: { working: 0, utility: 0 } }).words).not.toContain('Record what happened')
})

test('a reading that is older than the books is said, and the surplus is explained by its parts', () => {
  const { working, utility } = position.books
  const { words } = shown({ difference: { working: 0, utility: -1_000 } })
  expect(words).toContain('|According to the books|KES 750,000.50|Missing at M-PESA|−KES 1,000|')
  expect(words).toContain('|Owed to people|−KES 405,500|Bank (books)|KES 20,000|')
  expect(words).not.toContain('Calculated from the books')
  const older = shown({ books: { working: working + 150, utility, bank: 0 } }).words
  expect(older).toContain('|of which not in M-PESA’s reading yet|KES 150|')
  expect(older).toContain('|Calculated from the books: M-PESA’s reading is older, or payments are pending.|')
  expect(shown({ mpesa: null }).words).toContain('Calculated from the books')
})

test('no amount breaks inside its number', () => {
  expect(shown().html).not.toMatch(/wrap-anywhere[^>]*>−?KES/)
})

test('what is missing is said in red', () => {
  const { html, words } = shown({ free: -1_250, is_short: true })
  expect(html).toContain('border-alarm')
  expect(words).toContain('M-PESA holds KES 1,250 less than is owed to people')
  expect(words).toContain('Shortfall in M-PESA|')
})

test('days stand newest first; before the first one and before M-Pesa has answered that is said', () => {
  const { words } = shown()
  expect(words.indexOf('29 Nov')).toBeLessThan(words.lastIndexOf('28 Nov'))
  const before = shown({ days: [], mpesa: null }).words
  expect(before).toContain('The first day appears')
  expect(before).toContain('M-PESA has not sent its balance yet.')
})

test('the days are behind a summary with a chevron, as other details of the desk', () => {
  expect(shown().html).toMatch(/<summary[^>]*><svg[^>]*lucide-chevron-down/)
})
