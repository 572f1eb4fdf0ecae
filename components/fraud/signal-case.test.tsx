import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FraudSignalDetail, SignalAction, SignalGift } from '#lib/contract/fraud/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { matchesGift } from './evidence-panel.tsx'
import { GiftTable, withAll } from './gift-table.tsx'
import { SignalActions } from './signal-actions.tsx'
import { SignalFacts, SignalNote } from './signal-facts.tsx'
import { useCaseSummary } from './use-case-summary.ts'

const gift = (id: string, more: Partial<SignalGift> = {}): SignalGift => ({
  ...{ id, receipt: `SGH000000${id}`, paid_at: '2026-11-12T09:00:00.000Z', votes: 2, amount: 100 },
  ...{ phone: '2547…678', payer: 1, browser: 'AB12CD', model: '', network: '', status: 'counted' },
  ...more,
})

const proposal: SignalAction = {
  ...{ id: 'a', action: 'send_back', state: 'proposed', gifts: 1, amount: 100, note: 'Bought votes.' },
  ...{ proposed_by: 'Amina', proposed_at: '2026-11-12T10:00:00.000Z', gift_ids: ['1'] },
  ...{ is_own: false, can_confirm: true, decided_by: null, decided_at: null, decision_note: '' },
  ...{ finished_at: null, done: 0, skipped: [], votes: 0, borne: 0, rank_before: null, rank_after: null },
  refunds: { done: 0, under_way: 0, failed: 0 },
}

const standing = { votes: 4, rank: 2 }
const detail: FraudSignalDetail = {
  ...{ id: 's', kind: 'device', status: 'escalated', score: 75, reasons: [], day: '2026-11-12' },
  ...{ video: { id: 'v', title: 'Jua Kali', dancer: 'Otieno' }, gifts: 2, votes: 4, amount: 200 },
  ...{ gift_id: null, created_at: '2026-11-12T09:10:00.000Z', updated_at: '2026-11-12T09:10:00.000Z' },
  ...{ decided_by: 'Wanjiru', decided_at: '2026-11-12T09:20:00.000Z', note: 'Look at the phones.' },
  ...{ proposal: null, decided_with: null, evidence: [gift('1'), gift('2')], actions: [proposal] },
  ranking: { now: standing, without: standing, with_all: standing },
}

const shown = (part: React.ReactNode) => renderToStaticMarkup(<InLanguage language="en">{part}</InLanguage>)

test('a proposal is described beside its buttons', () => {
  const page = shown(<SignalActions detail={detail} picked={new Set()} fallback={{ current: null }} />)
  for (const words of ['Refund', '1 gift, KES', 'Amina', 'Bought votes.', 'Approve', 'Decline'])
    expect(page).toContain(words)
  expect(page.indexOf('Bought votes.')).toBeLessThan(page.indexOf('Approve'))
})

test('gifts of a partial proposal are marked', () => {
  const table = (proposed: string[], found = detail.evidence) =>
    shown(
      <GiftTable
        gifts={detail.evidence}
        shown={found}
        picked={undefined}
        onPick={() => {}}
        proposed={proposed}
      />,
    )
  // Twice, because phones show it in another cell.
  expect(table(['1']).match(/>proposed</g)).toHaveLength(2)
  expect(table(['1', '2'])).not.toContain('>proposed<')
  expect(table([])).not.toContain('>proposed<')
  // The search found only the gift of the proposal.
  expect(table(['1'], detail.evidence.slice(0, 1))).toContain('>proposed<')
})

test('all gifts that a search found are picked beside those that were picked before', () => {
  expect([...withAll(new Set(['1']), ['2', '3'])]).toEqual(['1', '2', '3'])
  expect([...withAll(new Set(['1', '2', '3']), ['2', '3'])]).toEqual(['1'])
  expect([...withAll(new Set(['2']), ['2', '3'])]).toEqual(['2', '3'])
})

test('the officer’s note and decision are named', () => {
  expect(shown(<SignalNote item={detail} />)).toContain('Note of Wanjiru')
  expect(shown(<SignalNote item={{ ...detail, note: '' }} />)).toBe('')
  expect(shown(<SignalFacts item={detail} />)).toContain('Escalated')
  expect(shown(<SignalFacts item={{ ...detail, status: 'refunded' }} />)).toContain('Last review')
})

test('a signal that ended with another names that signal', () => {
  const page = shown(
    <SignalFacts item={{ ...detail, status: 'refunded', decided_with: { id: 'x', kind: 'burst' } }} />,
  )
  expect(page).toContain('Decided with')
  expect(page).toContain('item=x')
})

function Summary() {
  return <pre>{useCaseSummary(detail)}</pre>
}

test('the summary covers the whole case', () => {
  const summary = shown(<Summary />)
  for (const words of [
    ...['Jua Kali', 'Otieno', 'Many phones from one browser', '75 of 100', 'Look at the phones.', 'Wanjiru'],
    ...['Rank 2 with 4 votes', 'Bought votes.', 'SGH0000001, ', 'SGH0000002, ', 'counted'],
  ])
    expect(summary).toContain(words)
})

const searched = { receipt: 'SGH12AB3CD', phone: '2547…678' }

test.each([
  ['', true],
  ['12ab', true],
  ['0712 345 678', true],
  ['+254712345678', true],
  ['678', true],
  ['78', true],
  ['345678', true],
  ['0712345679', false],
  ['0112345678', false],
  ['679', false],
  ['XY', false],
])('%j finds a gift by the receipt or the shown digits of the phone: %j', (words, isFound) => {
  expect(matchesGift(searched, words)).toBe(isFound)
})

test('a gift without a receipt and a phone is found only without a search', () => {
  const unknown = { receipt: null, phone: '' }
  expect([matchesGift(unknown, ''), matchesGift(unknown, '7')]).toEqual([true, false])
})
