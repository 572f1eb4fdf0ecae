import { expect, test } from 'vitest'
import { say } from '#lib/core/sentence.ts'
import { maskPhone, maskPhones, possibleActions, statusOf } from './policy.ts'
import type { AlertSubject, Money, PaymentSubject, RefundView } from './schema.ts'

const at = new Date('2026-11-22T06:00:00Z')
const money = (status: Money['status'], amount = 5_000n): Money => ({
  ...{ receipt: 'RCT', status, amount, paidAt: at },
  ...{ phone: null, accountReference: null, reason: null },
})
const payment = (state: PaymentSubject['state'], more: Partial<PaymentSubject> = {}): PaymentSubject => ({
  ...{ kind: 'payment', id: 'p', since: at, state, purpose: 'gift', amount: 5_000n, phone: '254712345678' },
  ...{ reference: 'G1', reason: null, about: null, submittedAt: at, money: null, refund: null },
  ...{ reversal: null, votes: 1, wasTakenBack: false, receiptMissingSince: null, people: [] },
  ...more,
})
const unclear: RefundView = {
  id: 'r',
  state: 'unknown',
  method: 'reversal',
  problem: 'unheard',
  attemptId: null,
}

test('what can be proposed follows from how it stands', () => {
  const of = (state: PaymentSubject['state'], more: Partial<PaymentSubject> = {}) =>
    possibleActions(payment(state, more))
  expect(of('review', { money: money('unmatched') })).toEqual(['credit', 'refund', 'close'])
  expect(of('review', { money: money('unmatched', 4_000n) })).toEqual(['refund', 'close'])
  expect(of('review', { money: money('unmatched'), wasTakenBack: true })).toEqual(['refund', 'close'])
  expect(of('review')).toEqual(['credit', 'close'])
  expect(of('unresolved')).toEqual(['credit', 'close'])
  expect(of('credited', { money: money('credited') })).toEqual(['refund'])
  // Proven by a query alone: there is no receipt to reverse yet.
  expect(of('credited')).toEqual([])
  expect(of('credited', { receiptMissingSince: at })).toEqual(['found_paid', 'found_unpaid'])
  expect(of('credited', { receiptMissingSince: at, purpose: 'topup' })).toEqual(['found_paid'])
  expect(of('credited', { money: money('credited'), purpose: 'subscription' })).toEqual([])
  expect(of('refund_pending', { money: money('refund_pending') })).toEqual([])
  expect(of('refund_pending', { refund: unclear })).toEqual(['found_paid', 'found_unpaid'])
  expect(of('refunded', { refund: { ...unclear, state: 'done' } })).toEqual(['close'])
  for (const state of ['created', 'submitting', 'awaiting', 'verifying', 'declined', 'rejected'] as const)
    expect(of(state)).toEqual([])
})

test('a payment of which a refund is unclear says so before anything else', () => {
  expect(statusOf(payment('refund_pending', { refund: unclear }))).toBe('refund_unclear')
  expect(statusOf(payment('refund_pending'))).toBe('refunding')
  expect(statusOf(payment('declined', { money: money('written_off') }))).toBe('written_off')
})

test('a payout is booked by its alert, unless M-Pesa has paid another amount', () => {
  const alert: AlertSubject = {
    ...{ kind: 'alert', id: 'alert-1', since: at, alert: 'contradiction', alertId: 1n, payoutId: 'p' },
    ...{
      isReleased: true,
      phone: null,
      detail: 'RCT paid a withdrawal that was already cancelled',
      reference: 'W1',
    },
    ...{ amount: 10_000n, isOpen: true, people: [] },
  }
  expect(possibleActions(alert)).toEqual(['found_paid'])
  const other = say('alert.other_amount', { receipt: 'RCT' })
  expect(possibleActions({ ...alert, detail: other.coded })).toEqual([])
})

test('phones are masked wherever they stand', () => {
  expect(maskPhone('254712345678')).toBe('254712•••678')
  expect(maskPhone('2547****678')).toBe('2547****678')
  expect(maskPhones('{"MSISDN":254712345678,"to":"0112345678","id":"1254712345678"}')).toBe(
    '{"MSISDN":254712•••678,"to":"0112•••678","id":"1254712345678"}',
  )
})

test('what M-Pesa has given back is taken back as a whole, and nothing of it is counted or sent', () => {
  const reversal = { receipt: 'REV', amount: 5_000n, at }
  const of = (status: Money['status'], state: PaymentSubject['state'], amount = 5_000n) => {
    const subject = payment(state, { money: money(status, amount), reversal: { ...reversal, amount } })
    expect(statusOf(subject)).toBe('reversed')
    return possibleActions(subject)
  }
  expect(of('credited', 'credited')).toEqual(['refund', 'close', 'unlink'])
  expect(of('unmatched', 'review')).toEqual(['refund', 'close', 'unlink'])
  expect(of('unmatched', 'review', 9_000n)).toEqual(['refund', 'close', 'unlink'])
  expect(of('credited', 'credited', 9_000n)).toEqual(['close', 'unlink'])
  expect(of('refund_pending', 'refund_pending')).toEqual([])
  expect(of('refunded', 'refunded')).toEqual(['close', 'unlink'])
  const part = payment('credited', { money: money('credited'), reversal: { ...reversal, amount: 2_000n } })
  expect(possibleActions(part)).toEqual(['close', 'unlink'])
  const doubted = payment('review', { money: money('unmatched'), reversal, refund: unclear })
  expect([statusOf(doubted), possibleActions(doubted)]).toEqual([
    'refund_unclear',
    ['found_paid', 'found_unpaid'],
  ])
})
