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
  expect(shown('line')).toContain('Your 2 gifts will be sent when you&#x27;re back online')
  expect(shown('answer')).toContain('Sending 2 gifts')
})

// The server may have it in both: the answer may have been lost.
test.each(['line', 'answer'] as const)('who pays by hand is told that a prompt may come (%s)', (waitsFor) => {
  const words = shown(waitsFor)
  expect(words).toContain('Cancel this gift first, so that we stop trying.')
  expect(words).toContain('If a prompt still comes, pay only once.')
  expect(shown(waitsFor, 'sw')).toContain('Ombi likija hata hivyo, lipa mara moja tu')
})
