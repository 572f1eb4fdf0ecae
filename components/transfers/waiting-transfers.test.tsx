import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FundTransfer } from '#lib/contract/transfers/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { WhatIsConfirmed } from './waiting-transfers.tsx'

const transfer: FundTransfer = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  transaction_reference: 'T7K2M9QXB',
  status: 'waiting',
  amount: 60_000,
  description: 'Prizes of November',
  source: {
    id: 1,
    wallet_type: 'platform_revenue',
    wallet_type_display: 'Platform revenue',
    amount: 250_000,
  },
  destination: { id: 2, wallet_type: 'prize_pool', wallet_type_display: 'Prize pool', amount: 10_000 },
  requested_by: 'Otieno',
  requested_at: '2026-11-22T09:00:00.000Z',
  decided_by: null,
  decided_at: null,
  is_own: false,
  can_approve: true,
  is_requester_gone: false,
}

function shown(language: 'en' | 'sw'): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <WhatIsConfirmed transfer={transfer} />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('the second person sees who wants it, what for, and both balances before and after', () => {
  const words = shown('en')
  expect(words).toContain('Requested by Otieno,')
  expect(words).toContain('“Prizes of November”')
  expect(words.match(/KES [\d,]+/g)).toEqual(['KES 250,000', 'KES 190,000', 'KES 10,000', 'KES 70,000'])
  expect(shown('sw')).toContain('Iliombwa na Otieno')
})
