import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { CloseWaits, Waits } from './month-card.tsx'

const month: RunningMonth = {
  id: '01a2013b-0000-7000-8000-00000000000c',
  title: 'November 2026',
  phase: 'tallying',
  starts_at: '2026-10-31T21:00:00.000Z',
  voting_starts_at: '2026-11-07T21:00:00.000Z',
  submissions_end_at: '2026-11-20T21:00:00.000Z',
  ends_at: '2026-11-30T21:00:00.000Z',
  latest_end_at: '2026-11-30T21:00:00.000Z',
  next_phase: 'closed',
  payments_open: 0,
  callbacks_open: 0,
  closes_from: null,
  statement: null,
  held: null,
  reversed: null,
  close_problem: '',
}
const statement = {
  needed_to: '2026-11-30T21:15:00.000Z',
  read_to: '2026-11-30T20:50:00.000Z',
  waits_until: '2026-12-02T21:00:00.000Z',
}

function shown(change: Partial<RunningMonth>, language: 'en' | 'sw' = 'en', Part = Waits): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <Part month={{ ...month, ...change }} />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('a month that waits for M-PESA’s statement says so, and not that nothing is open', () => {
  expect(shown({})).toContain('No open payments this month.')
  const waiting = shown({ statement, closes_from: '2026-11-30T21:35:00.000Z' })
  expect(waiting).not.toContain('No open payments this month.')
  expect(waiting).toMatch(/\|Closes automatically from 1 Dec 2026, 00:35\.\|/)
  expect(waiting).toMatch(/read up to 30 Nov 2026, 23:50 and is needed up to 1 Dec 2026, 00:15\./)
  expect(waiting).toMatch(/From 3 Dec 2026, 00:00 the month closes without it\.\|/)
  expect(shown({ statement: { ...statement, read_to: null } })).toContain('statement has not been read yet')
  expect(shown({ statement }, 'sw')).toContain('|Taarifa ya M-PESA imesomwa hadi ')
})

test('a month that waits for people who may count gifts says how many, and until when', () => {
  const held = { gifts: 2, waits_until: '2026-12-02T21:00:00.000Z' }
  const waiting = shown({ held })
  expect(waiting).not.toContain('No open payments this month.')
  expect(waiting).toContain(
    '|2 gifts need a decision by two people. From 3 Dec 2026, 00:00 the month closes without them',
  )
  expect(shown({ held }, 'sw', CloseWaits)).toContain('|Zawadi 2 zinahitaji uamuzi wa watu wawili')
})

test('a month of whose gifts M-PESA has given some back says how many, and until when it waits', () => {
  const reversed = { gifts: 2, waits_until: '2026-12-02T21:00:00.000Z' }
  const waiting = shown({ reversed })
  expect(waiting).not.toContain('No open payments this month.')
  expect(waiting).toContain(
    '|M-PESA has reversed 2 gifts, and two people have to decide on them. From 3 Dec 2026, 00:00 the month closes with their votes',
  )
  expect(shown({ reversed }, 'sw')).toContain('|M-PESA imerejesha zawadi 2, na watu wawili')
  expect(shown({ reversed }, 'en', CloseWaits)).toContain(
    '|If you close now, the votes of gifts that M-PESA has reversed count for the prizes.',
  )
})

test('closing by hand says what it does not wait for', () => {
  expect(shown({ statement }, 'en', CloseWaits)).toContain(
    '|If you close now, M-PESA’s statement is not read first',
  )
  expect(shown({ statement }, 'en', CloseWaits)).toContain('read up to 30 Nov 2026, 23:50')
  expect(shown({}, 'en', CloseWaits)).not.toContain('If you close now')
  const held = { gifts: 2, waits_until: '2026-12-02T21:00:00.000Z' }
  expect(shown({ held }, 'en', CloseWaits)).toContain(
    '|If you close now, gifts that two people still have to decide can only be refunded afterwards.',
  )
  expect(shown({ held: { ...held, gifts: 1 } }, 'sw', CloseWaits)).toContain('ila kurejeshwa tu.')
})
