import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WaitsFor } from '#lib/client/gifts/waiting-gift.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { WaitStep } from './wait-step.tsx'

const paybill = { business_number: '600999', account_number: 'ABC' }
const request = { videoId: 'v', title: 'Leso', dancer: 'Amina', paybill }

function shown(waitsFor: WaitsFor, language: 'en' | 'sw' = 'en'): string {
  const gift = { key: 'k', request, quantity: 2, phone: '254712345678', startedAt: 0, waitsFor }
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <WaitStep gift={gift} onCancel={() => undefined} onClose={() => undefined} />
    </InLanguage>,
  )
}

test('says what it waits for', () => {
  expect(shown('line')).toContain('2 gifts wait for the line')
  expect(shown('answer')).toContain('2 gifts wait for an answer')
})

// The server may have it in both: the answer may have been lost.
test.each(['line', 'answer'] as const)('who pays by hand is told that a prompt may come (%s)', (waitsFor) => {
  const words = shown(waitsFor)
  expect(words).toContain('Cancel the gift first, so that it is not tried any more.')
  expect(words).toContain('If a prompt comes to your phone all the same, pay only one of them.')
  expect(shown(waitsFor, 'sw')).toContain('Ombi likija kwenye simu yako hata hivyo, lipa moja tu')
})
