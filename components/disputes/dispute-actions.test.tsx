import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DisputeDetail, PaymentStep } from '#lib/contract/disputes/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { DisputeActions } from './dispute-actions.tsx'

const step = (name: PaymentStep['step'], at: string): PaymentStep => ({ step: name, at, amount: null })

const open: DisputeDetail = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  reference: 'D1234567',
  kind: 'wrong_amount',
  state: 'open',
  origin: 'public',
  receipt: 'SKL81H2J0Q',
  amount: 190,
  phone: '254712•••678',
  owner: null,
  due_at: '2026-11-25T21:00:00.000Z',
  is_overdue: false,
  created_at: '2026-11-22T09:00:00.000Z',
  closed_at: null,
  text: '',
  email: '',
  opened_by: null,
  case_id: null,
  steps: [step('counted', '2026-11-22T08:00:00.000Z')],
  notes: [],
  link: 'https://ngoma.test/disputes/token',
}

function shown(change: Partial<DisputeDetail> = {}, language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <InLanguage language={language}>
        <DisputeActions found={{ ...open, ...change }} />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '|')
}

test('the state of a dispute changes by buttons alone', () => {
  expect(shown()).toContain('|Wait for the payer|')
  expect(shown()).toContain('|Close dispute|')
  expect(shown({ state: 'waiting' }, 'sw')).toContain('|Acha kusubiri|')
  const closed = shown({ state: 'resolved', closed_at: '2026-11-23T09:00:00.000Z' })
  expect(closed).toContain('|Reopen|')
  expect(closed).not.toContain('Close dispute')
})

test('the desk reads that a dispute can be closed once its payment has ended', () => {
  const steps = [...open.steps, step('refunded', '2026-11-23T08:00:00.000Z')]
  expect(shown({ steps })).toContain('|The refund is done: you can close this dispute.|')
  expect(shown({ steps }, 'sw')).toContain('Pesa zimerejeshwa')
  expect(shown()).not.toContain('you can close this')
})
