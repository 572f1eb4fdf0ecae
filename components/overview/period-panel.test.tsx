import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { PeriodAnswer } from '#lib/contract/overview/period.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { chosen, PeriodPanel, periodOf } from './period-panel.tsx'

const today = '2026-11-28'
const [thisMonth, lastMonth] = [
  { from: '2026-11-01', to: today },
  { from: '2026-10-01', to: '2026-10-31' },
]

afterEach(() => void vi.useRealTimers())

/** What is shown once that is chosen where the address is like this. */
function choose(next: string, query = '') {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(chosen(next, periodOf(query, today)))) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const address = `?${params}`
  return { address, ...periodOf(address, today) }
}

test('other days are chosen from any days, and begin with those that were shown', () => {
  expect(choose('custom')).toMatchObject({ ...thisMonth, choice: 'custom' })
  const last = choose('last')
  expect(last).toMatchObject({ ...lastMonth, choice: 'last' })
  const other = choose('custom', last.address)
  expect(other).toMatchObject({ ...lastMonth, choice: 'custom' })
  expect(choose('last', other.address)).toMatchObject({ ...lastMonth, choice: 'last' })
  expect(choose('this', other.address)).toMatchObject({ ...thisMonth, choice: 'this', address: '?' })
})

test('days that are no days are those of this month', () => {
  expect(periodOf('?days=first', today)).toEqual({ ...thisMonth, choice: 'this' })
  expect(periodOf('?from=2026-11-01&to=tomorrow', today)).toEqual({
    ...thisMonth,
    choice: 'this',
  })
})

test('a figure leads to a list only where that lists what it is made of', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T12:00:00+03:00`) })
  const figures: PeriodAnswer['now']['figures'] = {
    votes: 140,
    gifts: 14_000,
    subscriptions: 5_000,
    topups: 2_000,
    revenue: 6_000,
    revenue_votes: 5_000,
    revenue_subscriptions: 1_000,
    revenue_other: 0,
    withdrawals: 120_000,
    prizes: 9_000,
    royalties: 800,
    refunds: 700,
  }
  const client = new QueryClient()
  client.setQueryData(apiQuery('GET /admin/period/', { query: thisMonth }).queryKey, {
    now: { ...thisMonth, figures },
    before: { ...lastMonth, figures },
  })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage>
        <PeriodPanel />
      </InLanguage>
    </QueryClientProvider>,
  )
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, words]) => [
    words
      ?.replaceAll(/<[^>]*>/g, '|')
      .split('|')
      .find(Boolean),
    new URLSearchParams(href?.split('?')[1]?.replaceAll('&amp;', '&')).get('tab'),
  ])
  expect(links).toEqual([
    ['Gifts', 'payments'],
    ['Votes', 'payments'],
    ['Subscriptions', 'payments'],
    ['Top-ups', 'payments'],
    ['Revenue', 'wallets'],
    ['Withdrawals', 'money-out'],
    ['Prizes', 'money-out'],
    ['Royalties', 'money-out'],
    ['Refunds', 'money-out'],
  ])
})
