import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaymentStep } from '#lib/contract/disputes/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { PaymentSteps } from './payment-steps.tsx'

const at = '2026-11-22T09:00:00.000Z'

function shown(paid: number): string {
  const steps: PaymentStep[] = [
    { step: 'asked', at, amount: 200 },
    { step: 'paid', at, amount: paid },
  ]
  const html = renderToStaticMarkup(
    <InLanguage language="en">
      <PaymentSteps steps={steps} words={(step) => step} />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('a payment of another amount shows what was asked beside what was paid', () => {
  expect(shown(190)).toContain('|asked KES 200, paid KES 190|')
  expect(shown(200)).not.toContain('asked KES')
})
