import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { CaseFacts } from './case-facts.tsx'

const gift: Parameters<typeof CaseFacts>[0]['found'] = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  kind: 'payment',
  status: 'review',
  purpose: 'gift',
  reason: null,
  amount: 150,
  asked_amount: 100,
  votes: null,
  phone: '254712•••678',
  receipt: 'TJ12AB34CD',
  reference: 'W7K2M9QX4T',
  since: '2026-11-22T09:00:00.000Z',
  approvals: [],
}

function shown(change: Partial<typeof gift>, language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <CaseFacts found={{ ...gift, ...change }} />
    </InLanguage>,
  )
  return html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ')
}

test('the amount that was asked for stands beside the amount that was paid', () => {
  expect(shown({})).toContain('|Amount requested|KES 100|Amount paid|KES 150|')
})

test('what was not paid, or not asked for, has one amount', () => {
  expect(shown({ receipt: null })).toContain('|Amount|KES 150|')
  expect(shown({ asked_amount: null })).toContain('|Amount|KES 150|')
  expect(shown({ receipt: null })).not.toContain('Amount paid')
})
