import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CaseEvent } from '#lib/contract/reconciliation/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { CaseTimeline } from './case-timeline.tsx'

const event = (kind: CaseEvent['kind'], title: string, outcome: string | null = null): CaseEvent => ({
  at: '2026-11-29T03:21:00.000Z',
  kind,
  title,
  outcome,
  raw: null,
  lines: [],
})

function shown(events: CaseEvent[], language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <CaseTimeline kind="payment" events={events} />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|')
}

test('after a reversal by M-PESA a payment is taken back, and before it sent back', () => {
  const reversal = event('statement', 'reversal', 'UKTPA95G4D')
  expect(shown([reversal, event('proposal', 'refund')])).toContain('|Reverse the credit|')
  expect(shown([event('proposal', 'refund'), reversal])).toContain('|Refund|')
  expect(shown([event('proposal', 'refund')])).toContain('|Refund|')
  expect(shown([reversal])).toContain('|Reversal|')
})

test('a prompt that waits says so in both languages', () => {
  const prompt = event('request', 'stk_push', 'awaiting')
  expect(shown([prompt])).toContain('|waiting for the payer|')
  expect(shown([prompt], 'sw')).toContain('|linasubiri mlipaji|')
  expect(shown([prompt])).toContain('|Payment prompt|')
  expect(shown([prompt], 'sw')).toContain('|Ombi la kulipa kwenye simu|')
})

test('what became of a message is in words, and unknown codes stay', () => {
  const message = event('callback', 'b2c/result', 'suspense: wrong_amount')
  expect(shown([message])).toContain('|Result of the payout|')
  expect(shown([message])).toContain('|in suspense: the amount paid differs from the amount requested|')
  expect(shown([message], 'sw')).toContain('|zinasubiri uamuzi: kiasi kilicholipwa si kilichoombwa|')
  expect(shown([event('callback', 'new/kind', 'declined: 1032')])).toContain('|new/kind|')
  expect(shown([event('callback', 'stk', 'declined: 1032')])).toContain('|declined: 1032|')
})
