import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { MoneyLines } from './money-lines.tsx'

type Given = Parameters<typeof MoneyLines>[0]
const of = { person: '01a2013b-0000-7000-8000-00000000000a' }
const line = (
  section: 'withdrawals' | 'payments' | 'gifts' | 'shares',
  state: string,
): Given['lines'][number] => ({
  section,
  state,
  count: 1,
  amount: 1_500,
  since: '2026-11-27T07:00:00.000Z',
  due_at: section === 'withdrawals' ? '2026-11-30T06:00:00.000Z' : null,
})

function shown(given: Omit<Given, 'of'>, language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <MoneyLines of={of} {...given} />
    </InLanguage>,
  )
  // Amounts do not break across lines.
  return html.replaceAll('\u00a0', ' ')
}

test('each part that is not settled has its sentence, which leads to its rows', () => {
  const html = shown({
    available: 250,
    lines: [line('withdrawals', 'held'), line('withdrawals', 'sent'), line('gifts', 'review')],
  })
  expect(html).toContain('KES 250 is in the wallet and can be withdrawn.')
  expect(html).toContain('KES 1,500 is held for a withdrawal, due')
  expect(html).toContain('KES 1,500 was sent to M-PESA, which has not confirmed the payment yet')
  expect(html).toContain('two super admins have to decide')
  expect(html).toContain('section=gifts&amp;state=review')
  expect(html).not.toContain('is open.')
})

test('an open dispute is not settled, and leads to it', () => {
  const html = shown({
    available: null,
    lines: [line('gifts', 'reversed')],
    disputes: [{ id: '7', reference: 'D7K2M9QX', due_at: '2026-11-30T06:00:00.000Z' }],
  })
  expect(html).toContain('M-PESA reversed gifts of KES 1,500: two super admins have to decide (one gift).')
  expect(html).toContain('Dispute D7K2M9QX is open, due')
  expect(html).toContain('tab=disputes&amp;dispute=7')
  expect(html).not.toContain('No payment, gift or withdrawal is open.')
})

test('held shares lead to the fraud signals that hold them', () => {
  const html = shown({ available: 0, lines: [line('shares', 'open')] })
  expect(html).toContain('KES 1,500 of the wallet is held because of a gift with an open fraud signal')
  expect(html).toContain('href="/officer?tab=signals"')
  expect(shown({ available: 0, lines: [line('shares', 'escalated')] })).toContain('status=escalated')
})

test('why nothing is sent is said while something waits, or could be withdrawn', () => {
  const bars = ['frozen', 'identity'] as const
  const waiting = shown({ available: 0, lines: [line('withdrawals', 'due')], bars: [...bars] })
  expect(waiting).toContain('withdrawals are frozen, the identity is not approved.')
  expect(shown({ available: 100, lines: [], bars: ['frozen'] })).toContain('withdrawals are frozen')
  expect(shown({ available: 0, lines: [], bars: ['frozen'] })).not.toContain('withdrawals are frozen')
})

test('barred money is neither due nor can it be withdrawn', () => {
  const lines = [line('withdrawals', 'held')]
  const frozen = shown({ available: 250, lines, bars: ['frozen'] })
  expect(frozen).toContain('KES 250 is in the wallet and can’t be withdrawn now.')
  expect(frozen).toContain('KES 1,500 is held for a withdrawal and is not sent while')
  expect(frozen).not.toContain(', due')
  // A pause delays withdrawals, and refuses none.
  const paused = shown({ available: 250, lines, bars: ['queue_paused'] })
  expect(paused).toContain('KES 250 is in the wallet and can be withdrawn.')
  expect(paused).not.toContain(', due')
})

test('settled money is said to be settled, also in Swahili', () => {
  expect(shown({ available: null, lines: [] })).toContain('No payment, gift or withdrawal is open.')
  expect(shown({ available: null, lines: [] }, 'sw')).toContain('lililo wazi.')
})

test('a state of a newer release stands as it is', () => {
  expect(shown({ available: null, lines: [line('payments', 'disputed')] })).toContain('KES 1,500: disputed')
})
