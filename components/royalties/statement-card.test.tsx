import { QueryClient } from '@tanstack/react-query'
import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import en from '#messages/en.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }
import { drawOnce } from '#tests/support/shown-call.tsx'
import { StatementCard } from './statement-card.tsx'
import { useStatementFile } from './use-statement-file.ts'

const statement = {
  id: '01a2013b-0000-7000-8000-00000000000c',
  challenge_id: '01a2013b-0000-7000-8000-00000000000d',
  challenge_title: 'November 2026 Challenge',
  closed_at: '2026-12-01T00:00:00.000Z',
  pool: 300,
  videos: 1,
  all_videos: 1,
  royalty: 300,
  tax: 0,
  votes: 2,
  vote_earnings: 30,
  lines: [],
}

test.each([
  // 1,000.01 × 2 ÷ 7 = 285.717…; the tracks got 285.70 plus two remaining cents.
  [
    'the sum of several tracks',
    { pool: 1000.01, videos: 2, all_videos: 7, royalty: 285.74 },
    'KES 1,000.01 × 2 ÷ 7 = KES 285.72, + KES 0.02 from the rounding of each track, makes KES 285.74',
  ],
  [
    'a cent less',
    { pool: 100, videos: 2, all_videos: 3, royalty: 66.66 },
    'KES 100 × 2 ÷ 3 = KES 66.67, − KES 0.01 from the rounding of each track, makes KES 66.66',
  ],
  ['to the cent', { pool: 100, videos: 2, all_videos: 3, royalty: 66.67 }, 'KES 100 × 2 ÷ 3 = KES 66.67<'],
])('who recalculates the royalty comes to it: %s', (_, numbers, words) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="Africa/Nairobi" messages={en}>
      <StatementCard statement={{ ...statement, ...numbers }} />
    </NextIntlClientProvider>,
  )
  expect(html.replaceAll('\u00a0', ' ')).toContain(words)
})

test.each([
  ['en', en, 'November 2026 Challenge'],
  ['sw', sw, 'Shindano la Novemba 2026'],
] as const)('every name of the month is in the language of the page: %s', (locale, messages, title) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="Africa/Nairobi" messages={messages}>
      <StatementCard statement={statement} />
    </NextIntlClientProvider>,
  )
  // Heading, caption and file button.
  expect(html.match(/(November|Novemba) 2026/g)).toHaveLength(3)
  expect(html.split(title)).toHaveLength(4)
})

test.each([
  [
    'en',
    'ngoma-statement-november-2026-challenge.csv',
    'Month,Closed on,Track,',
    'November 2026 Challenge,2026-12-01,Total,1,1,300.00,',
  ],
  [
    'sw',
    'ngoma-taarifa-shindano-la-novemba-2026.csv',
    'Mwezi,Ulifungwa,Wimbo,',
    'Shindano la Novemba 2026,2026-12-01,Jumla,1,1,300.00,',
  ],
] as const)('its file is in the language of the page: %s', (language, name, heading, sum) => {
  const file = drawOnce(new QueryClient(), () => useStatementFile(statement), language)
  const lines = file.csv().slice(1).split('\r\n')
  expect(file.name).toBe(name)
  expect(lines[0]?.startsWith(heading)).toBe(true)
  expect(lines[1]?.startsWith(sum)).toBe(true)
})

test('of a taxed royalty the statement has gross, tax and what came to the wallet; an untaxed one has neither', () => {
  const html = (tax: number) =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale="en" timeZone="Africa/Nairobi" messages={en}>
        <StatementCard statement={{ ...statement, tax }} />
      </NextIntlClientProvider>,
    )
  expect(html(15)).toContain('Tax withheld')
  expect(html(15)).toContain('KES\u00a0285')
  expect(html(0)).not.toContain('Tax withheld')
})
