import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { giftProgress } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { pendingGift } from '#tests/support/browser-of-gifts.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { PayStep } from './pay-step.tsx'

const nothing = () => undefined
const open = {
  id: 'g',
  videoId: 'v',
  title: 'Dance',
  dancer: 'achieng',
  quantity: 1,
  phone: '254712345678',
  startedAt: 0,
}

function shown(gift: GiftView): string {
  return renderToStaticMarkup(
    <InLanguage>
      <PayStep
        open={open}
        gift={gift}
        progress={giftProgress(gift, 0, 0)}
        onTake={nothing}
        onAgain={nothing}
        onResend={nothing}
        onMore={nothing}
        onLeave={nothing}
        onEnd={nothing}
        onClose={nothing}
      />
    </InLanguage>,
  )
}

test('who may have paid before the voting ended is led to where the receipt is shown', () => {
  const closed: GiftView = { ...pendingGift, paybill: null }
  expect(shown(closed)).not.toContain('href="/claim"')
  expect(shown({ ...closed, prompt: 'over', prompt_open: false })).toContain('href="/claim"')
})

test('a payment that people check, or that was sent back, leads to its page and promises no receipt', () => {
  for (const status of ['under_review', 'refunded'] as const) {
    const view = shown({ ...pendingGift, status, paybill: null, prompt_open: false })
    expect(view).toContain('Open the receipt page')
    expect(view).not.toContain('Keep the receipt')
  }
})
