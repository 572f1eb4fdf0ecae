import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { pendingGift } from '#tests/support/browser-of-gifts.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { PaymentPageSteps } from './payment-page-view.tsx'

const unsent: GiftView = {
  ...pendingGift,
  failure: 'not_sent',
  prompt: 'none',
  prompt_open: false,
  can_retry_prompt: true,
}

function shown(wasClosed: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <PaymentPageSteps
        gift={unsent}
        failure="not_sent"
        canRetry
        wasClosed={wasClosed}
        onOpen={() => undefined}
        onTake={() => undefined}
        onLeave={() => undefined}
      />
    </InLanguage>,
  )
}

test.each([false, true])('no way on is lost with the window (closed: %j)', (wasClosed) => {
  const words = shown(wasClosed)
  expect(words).toMatch(/>[^<]*Open (the )?payment page/)
  expect(words).toContain('Try the prompt again')
  expect(words).toContain('Change phone or number of gifts')
  expect(words).toContain('If you pay for this gift and a new one, both count.')
  expect(shown(wasClosed, 'sw')).toContain('Badilisha simu au idadi')
})

test('who closes the window without paying is not told that nothing is left to pay', () => {
  const words = shown(true)
  expect(words).toContain('+5, checking payment…')
  expect(words).toContain('If you paid, your gift will be counted.')
  expect(words).not.toContain('pay again')
  expect(shown(true, 'sw')).not.toContain('Usilipe tena')
})
