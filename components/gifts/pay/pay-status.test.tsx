import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { giftProgress } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { pendingGift } from '#tests/support/browser-of-gifts.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { PayStatus } from './pay-status.tsx'

function shown(gift: GiftView, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <PayStatus
        gift={gift}
        progress={giftProgress(gift, 0, 0)}
        onTake={() => undefined}
        byHand={<p>by hand</p>}
      />
    </InLanguage>,
  )
}

const unsent: GiftView = { ...pendingGift, failure: 'not_sent', prompt: 'none', prompt_open: false }
const declined: GiftView = { ...pendingGift, status: 'failed', failure: 'cancelled', prompt_open: false }

test('from a gift whose prompt never left a link leads to its video', () => {
  expect(shown(unsent)).toContain('href="/video/v"')
})

test.each([pendingGift, unsent])('nobody is told to pay for a video that takes no votes any more', (gift) => {
  const words = shown({ ...gift, paybill: null })
  expect(words).toContain('Voting for this video has ended. If you paid in time, your gift will be counted.')
  expect(words).not.toContain('PIN')
  expect(shown({ ...gift, paybill: null }, 'sw')).toContain('Upigaji kura kwa video hii umekwisha.')
})

test('nor is one that was not paid asked for again there', () => {
  expect(shown(declined)).toContain('Gift again from the video')
  const words = shown({ ...declined, paybill: null })
  expect(words).toContain('so you can&#x27;t pay for this gift any more')
  expect(words).not.toContain('Gift again')
})

test('the numbers for paying by hand stand between what is said and the buttons', () => {
  for (const gift of [unsent, declined]) {
    const words = shown(gift)
    expect(words.indexOf('by hand')).toBeGreaterThan(words.indexOf('Nothing was charged.'))
    expect(words.indexOf('by hand')).toBeLessThan(words.search(/<(button|a) /))
  }
})

test('where it is Ngoma that waits, that is said with the time, and M-PESA is not blamed', () => {
  const paused: GiftView = { ...unsent, failure: 'paused', prompt_in_seconds: 290 }
  expect(shown(paused)).toContain('so we wait before we send another one')
  expect(shown(paused)).toContain('We can send the next prompt to this phone in 5 minutes.')
  expect(shown(paused)).not.toContain('M-PESA</span> can')
  expect(shown(paused, 'sw')).toContain('baada ya dakika 5.')
  expect(shown({ ...paused, prompt_in_seconds: 86_400 })).toContain('to this phone in 24 hours.')
})
