import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaffTable } from '#components/desk/staff-table.tsx'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { useJournalColumns } from './journal-columns.tsx'
import { JournalTotals } from './journal-totals.tsx'

const journal: CashJournal = {
  id: '01a2013b-0000-7000-8000-00000000000c',
  reference: 'J7K2M9QXB',
  kind: 'to_bank',
  place: 'working',
  amount: 20_000,
  changes: { working: -20_000, utility: 0, bank: 20_000 },
  evidence: 'T1BANK1',
  note: 'Moved to the bank',
  happened_at: '2026-11-15T09:00:00.000Z',
  status: 'confirmed',
  reverses: null,
  reversed_by: null,
  proposed_by: 'amina',
  proposed_at: '2026-11-16T09:00:00.000Z',
  decided_by: 'brian',
  decided_at: '2026-11-16T10:00:00.000Z',
  is_own: false,
  can_confirm: false,
  is_proposer_gone: false,
  can_reverse: true,
}

function Shown({ change }: { change: Partial<CashJournal> }) {
  const columns = useJournalColumns(() => undefined)
  return (
    <>
      <JournalTotals
        totals={{
          working: -20_000,
          utility: 0,
          bank: 20_000,
          mpesa_charges: 23,
          bank_charges: 0,
          owner: 0,
        }}
      />
      <StaffTable
        caption="rows"
        columns={columns}
        rows={[{ ...journal, ...change }]}
        rowKey={({ id }) => id}
      />
    </>
  )
}

function shown(change: Partial<CashJournal> = {}, language: 'en' | 'sw' = 'en') {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <Shown change={change} />
    </InLanguage>,
  )
  return html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ')
}

test('totals are changes, not balances', () => {
  const words = shown()
  expect(words).toContain('|Change: Working|−KES 20,000|')
  expect(words).toContain('|Change: bank|+KES 20,000|M-PESA charges|KES 23|')
  expect(shown({}, 'sw')).toContain('|Badiliko: benki|+KES 20,000|')
})

test('a journal entered by its day has no time; a charge of the statement has one', () => {
  expect(shown()).toContain('|15 November 2026|')
  expect(shown()).not.toContain('12:00')
  expect(shown({ proposed_by: null, kind: 'mpesa_charge' })).toMatch(/\|15 Nov 2026[^|]*12:00\|/)
})
