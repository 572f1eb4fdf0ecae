import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '#messages/en.json' with { type: 'json' }
import { pendingGift } from '#tests/support/browser-of-gifts.ts'
import { outcomeToast } from './gift-dialog.tsx'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'Gift' })

test('only a gift that failed is said to have failed', () => {
  const said = (['completed', 'failed', 'expired', 'under_review', 'refunded'] as const).map((status) => {
    const { title, description, tone } = outcomeToast({ ...pendingGift, status }, t)
    return `${tone ?? 'plain'}: ${title}. ${description}`
  })
  expect(said).toEqual([
    'good: 5 gifts counted. Kanga',
    'bad: Gift failed. Payment not accepted',
    'plain: This payment has expired. This payment was not made in time. Nothing was charged.',
    "plain: We are checking this payment. We're checking this payment with M-PESA. Don't pay again. The receipt page shows the result.",
    'plain: This payment was sent back. We sent the money back to the phone that paid.',
  ])
  expect(outcomeToast({ ...pendingGift, status: 'failed', failure: 'cancelled' }, t)).toMatchObject({
    title: 'Gift failed',
    description: 'You cancelled',
  })
})
