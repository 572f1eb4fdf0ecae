import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { OwnStanding as Standing } from '#lib/contract/leaderboard/own-standing.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { OwnStanding } from './own-standing.tsx'

const standing: Standing = {
  challenge: {
    title: 'November 2026 Challenge',
    current_phase: 'voting',
    phase_ends_at: '2026-11-30T21:00:00.000Z',
    winners: 5,
    prize_per_winner: 5_000,
  },
  video: { id: '01a2013b-0000-7000-8000-00000000000a', title: 'Kayole sunset', vote_count: 1_240 },
  rank: 3,
  votes_to_prize: 0,
}

afterEach(() => {
  vi.useRealTimers()
})

/** Read at noon; the refetch failed or not. */
function shown(hasFailed: boolean): string {
  const client = new QueryClient()
  const { queryKey } = apiQuery('GET /leaderboard/mine/')
  client.setQueryData(queryKey, standing, { updatedAt: Date.parse('2026-11-27T09:00:00Z') })
  if (hasFailed)
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ status: 'error', error: new Error('offline') })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language="sw">
        <OwnStanding />
      </InLanguage>
    </QueryClientProvider>,
  )
}

test('a place that is not renewed stays, and says since when', () => {
  for (const hasFailed of [true, false]) {
    expect(shown(hasFailed)).toContain('#3')
    expect(shown(hasFailed).includes('Ilisasishwa')).toBe(hasFailed)
  }
})

test('how many days there are left is by the server’s clock, as the strip says it', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z'), toFake: ['Date'] })
  serverClock.note(new Response(null, { headers: { date: 'Fri, 27 Nov 2026 12:00:00 GMT' } }))
  expect(shown(false)).toContain('Bado siku 3')
})
