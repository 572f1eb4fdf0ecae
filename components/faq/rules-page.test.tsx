// Dates of the rules, rendered as on the server with real messages.
import { createTranslator } from 'next-intl'
import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import type { Rules } from '#lib/contract/challenges/rules.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { RulesPage } from './rules-page.tsx'

// Outside Next there is no request with a language.
vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace: 'Rules' | 'Rules.limits') =>
    createTranslator({ locale: 'en', messages, namespace }),
}))

const rules: Rules = { votesPerPhone: 100, votingFrom: 3, submissionsTo: 26, ussdCode: null, month: null }
const month: NonNullable<Rules['month']> = {
  fee: 1_000,
  isLaunchOffer: false,
  winners: 5,
  prize: 5_000,
  votingStartsAt: '2026-11-07T21:00:00.000Z',
  submissionsEndAt: '2026-11-24T21:00:00.000Z',
}

async function read(of: Rules): Promise<string> {
  const { prelude } = await prerender(<RulesPage locale="en" rules={of} />)
  return (await new Response(prelude).text())
    .replaceAll(/<!--.*?-->|<script.*?<\/script>/g, '')
    .replaceAll(/(<[^>]+>)+/g, '|')
}

test('the running month has its own dates, the last day of its submissions among them', async () => {
  const text = await read({ ...rules, month })
  expect(text).toContain('|Voting opens on|8 November 2026|')
  expect(text).toContain('|Submissions close on|24 November 2026|')
  // The new end is within the day, so that day is the last.
  const moved = await read({ ...rules, month: { ...month, submissionsEndAt: '2026-11-24T12:00:00.000Z' } })
  expect(moved).toContain('|Submissions close on|24 November 2026|')
})

test('between months there are the days that the settings name', async () => {
  const text = await read(rules)
  expect(text).toContain('|Voting opens on|day 3 of the month|')
  expect(text).toContain('|Submissions close on|day 26 of the month|')
})
