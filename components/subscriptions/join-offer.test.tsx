import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { say } from '#lib/core/sentence.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { JoinOffer } from './join-offer.tsx'

const challenge = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  title: 'November 2026 Challenge',
  subscription_fee: 1_000,
  is_launch_offer: false,
  is_open: true,
  submissions_end_at: '2026-11-24T21:00:00.000Z',
}
const failed: SubscriptionState = {
  subscribed: false,
  payment_status: 'failed',
  message: 'You cancelled the payment on your phone. Nothing was charged.',
  paybill: null,
  prompt: 'none',
  refund: null,
  challenge,
}

function shown(
  change: Partial<SubscriptionState>,
  language: 'en' | 'sw' = 'en',
  offer: typeof challenge = challenge,
): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <InLanguage language={language}>
        <JoinOffer state={{ ...failed, ...change }} challenge={offer} isApproved phone="" />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll('\u00a0', ' ')
}

test('until when videos are taken stands beside the fee, while there is something to join', () => {
  expect(shown({ payment_status: 'none' })).toContain('Submit your videos until 24 Nov 2026, 23:59.')
  expect(shown({}, 'sw')).toContain('Wasilisha video zako hadi 24 Nov 2026, 23:59.')
  expect(shown({}, 'en', { ...challenge, is_open: false })).not.toContain('Submit your videos')
})

const paybill = { business_number: '174379', account_number: 'S7K2M9QX4T', amount: 50 }

test.each([
  ['where the payment failed', { paybill }],
  ['while M-PESA has not answered', { paybill, payment_status: 'pending', prompt: 'unsure' }],
] as const)('Paybill is given the amount of the payment, not the price of now: %s', (_, state) => {
  for (const language of ['en', 'sw'] as const) {
    const card = shown(state, language)
    const values = card.slice(card.indexOf('S7K2M9QX4T'))
    expect(values).toContain('|KES 50|')
    expect(values).not.toContain('KES 1,000')
  }
})

test('only a payment that was not made is called that', () => {
  expect(shown({})).toContain('|Payment not made|')
  expect(shown({}, 'sw')).toContain('|Malipo hayakufanyika|')
  const back = (refund: 'pending' | 'done', language: 'en' | 'sw') => {
    const sentence = say(refund === 'done' ? 'subscription.sent_back' : 'subscription.being_sent_back')
    return shown({ refund, message: sentence.in(language) }, language)
  }
  const cards = [back('pending', 'en'), back('done', 'en'), back('pending', 'sw'), back('done', 'sw')]
  expect(cards[0]).toContain('|We&#x27;re sending your payment back|')
  expect(cards[1]).toContain('|Your payment was sent back|')
  expect(cards[2]).toContain('|Tunarejesha malipo yako|')
  expect(cards[2]).toContain('|Hatukuweza kupokea malipo yako ya mwisho, kwa hivyo tunayarejesha.|')
  expect(cards[3]).toContain('|Malipo yako yamerejeshwa|')
  expect(cards[3]).toContain('|Hatukuweza kupokea malipo yako ya mwisho, kwa hivyo tumeyarejesha.|')
  for (const card of cards) {
    expect(card).not.toContain('Payment not made')
    expect(card).not.toContain('Malipo hayakufanyika')
  }
})

test.each([
  ['that waits', { payment_status: 'pending', prompt: 'unsure' }],
  ['that failed', { payment_status: 'failed', prompt: 'over' }],
] as const)('nobody is sent to Paybill for a payment %s and that M-PESA would refuse by now', (_, state) => {
  for (const [language, sentence] of [
    ['en', 'If you paid, our team will send it back.'],
    ['sw', 'Kama ulilipa, timu yetu itairejesha.'],
  ] as const) {
    const message = say('subscription.over_refund').in(language)
    const card = shown({ ...state, message, paybill: null }, language).replaceAll('|', '')
    expect(card).toContain(sentence)
    expect(card).not.toContain('Paybill')
  }
  const message = String(say('subscription.over_refund'))
  expect(shown({ ...state, message, paybill })).not.toContain('any more')
})
