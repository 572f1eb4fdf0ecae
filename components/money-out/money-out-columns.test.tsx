import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaffTable } from '#components/desk/staff-table.tsx'
import type { MoneyOutRow, MoneyOutTotals as Totals } from '#lib/contract/money-out/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { useMoneyOutColumns } from './money-out-columns.tsx'
import { MoneyOutTotals } from './money-out-totals.tsx'

const withdrawal: MoneyOutRow = {
  case_id: '01a2013b-0000-7000-8000-00000000000c',
  key: 'withdrawal:01a2013b-0000-7000-8000-00000000000c',
  kind: 'withdrawal',
  state: 'failed',
  amount: 1_000,
  tax: 0,
  person: 'zuri',
  person_id: '01a2013b-0000-7000-8000-00000000000d',
  phone: '071100•••029',
  reference: 'W7K2M9QXB4A',
  receipt: null,
  reason: 'The phone isn’t registered for M-PESA',
  started_at: '2026-11-25T09:00:00.000Z',
  due_at: '2026-11-26T06:00:00.000Z',
  approved_at: '2026-11-26T06:00:00.000Z',
  sent_at: '2026-11-26T06:01:00.000Z',
  ended_at: '2026-11-26T06:02:00.000Z',
}
const prize: MoneyOutRow = {
  ...withdrawal,
  case_id: null,
  key: 'prize:1',
  kind: 'prize',
  state: 'paid',
  amount: 5_000,
  tax: 750,
  phone: '',
  reference: 'November 2026 Challenge',
  reason: null,
  due_at: null,
  approved_at: null,
  sent_at: null,
  ended_at: withdrawal.started_at,
}

function Shown({ rows }: { rows: readonly MoneyOutRow[] }) {
  return <StaffTable caption="rows" columns={useMoneyOutColumns()} rows={rows} rowKey={({ key }) => key} />
}
const shown = (row: MoneyOutRow, language: 'en' | 'sw' = 'en') =>
  renderToStaticMarkup(
    <InLanguage language={language}>
      <Shown rows={[row]} />
    </InLanguage>,
  )

test('a withdrawal that failed opens its case and says what M-Pesa said', () => {
  const html = shown(withdrawal)
  expect(html).toContain('href="?tab=payments&amp;case=01a2013b-0000-7000-8000-00000000000c"')
  expect(html).toContain('Withdrawal to zuri')
  expect(html).toContain('The phone isn’t registered for M-PESA')
  for (const step of ['Requested', 'Approved', 'Sent', 'Ended']) expect(html).toContain(step)
  expect(shown(withdrawal, 'sw')).toContain('Zimeshindwa')
})

test('a held withdrawal says until when and why', () => {
  const held = { ...withdrawal, state: 'held' as const, approved_at: null, sent_at: null, ended_at: null }
  const html = shown({ ...held, reason: 'Their identity isn’t approved' })
  expect(html).toMatch(/Due 26\sNov\s2026[^<]*09:00/)
  expect(html).toContain('Their identity isn’t approved')
  expect(shown(withdrawal)).not.toContain('Due ')
})

test('a prize has its tax and its month, and no case', () => {
  const html = shown(prize)
  expect(html).not.toContain('<a ')
  expect(html).toContain('tax KES\u00a0750')
  expect(html).not.toContain('Requested')
  expect(html).toMatch(/Paid 25\sNov\s2026/)
  expect(shown(prize, 'sw')).toContain('Shindano la Novemba 2026')
})

const noneYet = { count: 0, amount: 0, tax: 0 }

test('what left M-Pesa stands apart from what was credited to wallets', () => {
  const totals = {
    left_mpesa: { count: 5, amount: 25_000.5, tax: 0 },
    credited: { count: 1, amount: 5_000, tax: 250 },
    by_kind: [
      { kind: 'withdrawal' as const, state: 'paid' as const, count: 5, amount: 25_000.5, tax: 0 },
      { kind: 'prize' as const, state: 'paid' as const, count: 1, amount: 5_000, tax: 250 },
    ],
  }
  const words = summed(totals)
  expect(words).toContain('Left M-PESA|KES 25,000.50|5 payments|')
  expect(words).toContain('Credited to wallets|KES 5,000|1 payment, tax withheld KES 250|')
  expect(words).toContain('|Withdrawal|Paid|5|KES 25,000.50|Prize|Paid|1|KES 5,000|')
  expect(words).not.toContain('30,000.5')
  expect(summed(totals, 'sw')).toContain('Zilizowekwa kwenye pochi|')
})

test('nothing to sum is said, and the place of the sums is there before them', () => {
  expect(summed({ left_mpesa: noneYet, credited: noneYet, by_kind: [] })).toContain(
    'No totals for these filters.',
  )
  expect(summed(undefined)).toContain('Left M-PESA|–|Credited to wallets|–|Totals by kind and state|')
})

function summed(totals: Totals | undefined, language: 'en' | 'sw' = 'en') {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <MoneyOutTotals totals={totals} />
    </InLanguage>,
  )
  return html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ')
}
