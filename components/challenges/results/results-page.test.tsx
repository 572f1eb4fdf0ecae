// States that the seed lacks, rendered as on the server with real messages.
import { createTranslator } from 'next-intl'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { describe, expect, test, vi } from 'vitest'
import type { MonthResults, PastMonth } from '#lib/contract/challenges/calls.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { MonthPage } from './month-page.tsx'
import { ResultsPage } from './results-page.tsx'

// Outside Next there is no request with a language.
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: 'Results' | 'Tally') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const closed: MonthResults = {
  id: '01a1f925-91af-7e3b-bd9a-ecaf8a72904f',
  title: 'October 2026 Challenge',
  phase: 'closed',
  ended_at: '2026-10-31T21:00:00.000Z',
  closed_at: '2026-11-01T00:10:00.000Z',
  total_votes: 0,
  prizes_paid: 0,
  royalties_paid: 1_200,
  winners: [],
  places: [],
}
const tallying: MonthResults = {
  ...closed,
  phase: 'tallying',
  closed_at: null,
  total_votes: 3_204,
  royalties_paid: 0,
}

async function read(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(page)
  return (await new Response(prelude).text())
    .replaceAll(/<!--.*?-->|<script.*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, '|')
}

const list = (months: PastMonth[]) => read(<ResultsPage locale="en" months={months} />)
const month = (one: MonthResults) => read(<MonthPage locale="en" month={one} />)

describe('results', () => {
  test('name the last day of a month as its end, which is the midnight after it', async () => {
    for (const text of [await list([closed]), await month(closed)])
      expect(text).toContain('Ended 31 October 2026')
  })

  test('before the first month is over say so, and lead to the leaderboard', async () => {
    const text = await list([])
    expect(text).toContain('No month has ended yet')
    expect(text).toContain('See the leaderboard')
  })

  test('while votes are being counted name neither winners nor what was paid', async () => {
    for (const text of [await list([tallying]), await month(tallying)]) {
      expect(text).toContain('Votes are being counted')
      expect(text).toContain('3,204')
      expect(text).not.toMatch(/Prizes paid|Royalties from subscriptions|Final leaderboard|Nobody won/)
    }
  })

  test('of a month without votes say that nobody won, and what was paid all the same', async () => {
    for (const text of [await list([closed]), await month(closed)]) {
      expect(text).toContain('No votes were given in this month.')
      expect(text).toMatch(/Royalties from subscriptions\|+KES\s1,200\|/)
      expect(text).toContain('Final leaderboard')
      expect(text).not.toContain('Votes are being counted')
    }
  })
})
