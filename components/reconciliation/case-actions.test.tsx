import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AdminPaymentDetail } from '#lib/contract/reconciliation/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { CaseActions } from './case-actions.tsx'

const withdrawal: AdminPaymentDetail = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  kind: 'payout',
  status: 'payout_approval',
  reason: null,
  asked_amount: null,
  amount: 60_000,
  phone: '254712•••678',
  receipt: null,
  reference: 'W7K2M9QX4T',
  purpose: 'withdrawal',
  about: 'wanja',
  since: '2026-11-22T09:00:00.000Z',
  proposal: null,
  actions: [],
  is_own_matter: false,
  needs_vote_code: false,
  needs_receipt: false,
  votes: null,
  approvals: [],
  can_approve: true,
  timeline: [],
}

function shown(change: Partial<AdminPaymentDetail>, language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <InLanguage language={language}>
        <CaseActions found={{ ...withdrawal, ...change }} />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '|')
}

test('a withdrawal is not offered for approval to whoever would be refused, and why', () => {
  expect(shown({})).toContain('|Approve withdrawal|')
  expect(shown({}, 'sw')).toContain('|Idhinisha kutoa pesa|')
  expect(shown({ can_approve: false })).not.toContain('Approve withdrawal')
  expect(shown({ can_approve: false })).toContain('You were added or reactivated less than seven days ago')
  expect(shown({ can_approve: false }, 'sw')).not.toContain('Idhinisha kutoa pesa')
  expect(shown({ can_approve: false }, 'sw')).toContain(
    'Uliongezwa au ulirejeshwa ndani ya siku saba zilizopita',
  )
})

test('other alerts are still dealt with by whoever may not approve withdrawals', () => {
  expect(shown({ kind: 'alert', status: 'payouts_paused', can_approve: false })).toContain(
    '|Resume withdrawals|',
  )
})

test.each([
  ['payment', 'Reverse the credit', 'Tengua kuhesabiwa'],
  ['receipt', 'Reverse the credit', 'Tengua kuhesabiwa'],
  ['reversal', 'Name the payment', 'Taja malipo'],
] as const)('what M-Pesa has given back is not sent back once more: a %s', (kind, words, maneno) => {
  const reversed = {
    kind,
    status: 'reversed',
    actions: kind === 'reversal' ? ['refund', 'close'] : ['refund', 'close', 'unlink'],
  } satisfies Partial<AdminPaymentDetail>
  expect(shown(reversed)).toContain(`|${words}|`)
  expect(shown(reversed)).toContain('|Close the reversal|')
  expect(shown(reversed)).not.toContain('|Refund|')
  expect(shown(reversed, 'sw')).toContain(`|${maneno}|`)
  expect(shown(reversed, 'sw')).toContain('|Funga urejesho|')
  expect(shown(reversed).includes('|Unlink the reversal|')).toBe(kind !== 'reversal')
})

test('a contradiction about money that was released is looked into by one, or booked by two', () => {
  const paid = {
    kind: 'alert',
    status: 'contradiction',
    actions: ['found_paid'],
  } satisfies Partial<AdminPaymentDetail>
  expect(shown(paid)).toContain('|Mark as checked|')
  expect(shown(paid)).toContain('|Record as paid|')
  expect(shown(paid, 'sw')).toContain('|Andika kuwa imelipwa|')
})
