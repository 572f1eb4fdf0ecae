import { describe, expect, test } from 'vitest'
import { nairobiTime } from '#lib/core/clock.ts'
import type { OutgoingEvidence } from '#lib/domain/outgoing/schema.ts'
import {
  decidePayout,
  expectedBy,
  isCancellable,
  isWorkingDay,
  nextPayoutTime,
  withdrawalFailureOf,
} from './policy.ts'
import type { Payout, PayoutState } from './schema.ts'

const at = new Date('2026-11-23T06:00:00Z')
const payout = (state: PayoutState, more: Partial<Payout> = {}): Payout => ({
  id: 'p',
  ownerId: 'o',
  accountId: 7n,
  reference: 'W1',
  amount: 5_000n,
  state,
  isHeld: state !== 'paid' && state !== 'cancelled',
  attemptId: 'a2',
  conversationId: 'AG_1',
  ...more,
})
const paid = (more = {}): OutgoingEvidence => ({
  kind: 'paid',
  receipt: 'RCT',
  amount: 5_000n,
  paidAt: at,
  conversationId: 'AG_1',
  trusted: true,
  ...more,
})
const failed = (code: string, more = {}): OutgoingEvidence => ({
  kind: 'failed',
  code,
  conversationId: 'AG_1',
  trusted: true,
  ...more,
})
const kindOf = (of: Payout, evidence: OutgoingEvidence, attempt = 'a2') =>
  decidePayout(of, attempt, evidence).kind

describe('proof of payment', () => {
  test.each(['submitting', 'accepted', 'unknown', 'failed'] as const)('pays what is %s', (state) => {
    expect(kindOf(payout(state), paid())).toBe('pay')
    expect(kindOf(payout(state), paid({ amount: null, conversationId: null }))).toBe('pay')
  })
  test('comes twice and pays once', () => expect(kindOf(payout('paid'), paid())).toBe('nothing'))
  test('of another amount, or of a call that was refused while a newer one is out, is for people', () => {
    expect(kindOf(payout('accepted'), paid({ amount: 4_900n }))).toBe('alert')
    expect(kindOf(payout('accepted'), paid({ conversationId: null }), 'a1')).toBe('alert')
    expect(kindOf(payout('cancelled'), paid())).toBe('alert')
  })
  test('of a refused call pays as long as no newer one is out', () => {
    expect(kindOf(payout('approved', { conversationId: null }), paid(), 'a1')).toBe('pay')
  })
  test('from a stranger, or of another conversation, is asked about first', () => {
    for (const doubted of [paid({ trusted: false }), paid({ conversationId: 'AG_2' })])
      expect(decidePayout(payout('accepted'), 'a2', doubted)).toMatchObject({ kind: 'doubt', atOnce: true })
  })
})

describe('proof of failure', () => {
  test.each([
    ['1', 'no_float'],
    ['2001', 'initiator_refused'],
    ['4', null],
    ['8', null],
    ['SFC_IC0003', null],
  ])('code %s fails it and pauses by %s', (code, pause) => {
    for (const state of ['submitting', 'accepted', 'unknown'] as const)
      expect(decidePayout(payout(state), 'a2', failed(code))).toEqual({ kind: 'fail', code, pause })
  })
  test('of an older call, or after the end, does nothing', () => {
    expect(kindOf(payout('accepted'), failed('1'), 'a1')).toBe('nothing')
    for (const state of ['paid', 'failed', 'cancelled', 'approved'] as const)
      expect(kindOf(payout(state), failed('8'))).toBe('nothing')
  })
  test('a code that nobody knows is none', () => {
    for (const code of ['', '4999', '1037', '17'])
      expect(kindOf(payout('accepted'), failed(code))).toBe('doubt')
  })
})

test('a QueueTimeOut makes it unknown and nothing else', () => {
  expect(decidePayout(payout('accepted'), 'a2', { kind: 'timeout' })).toMatchObject({ kind: 'doubt' })
  for (const state of ['unknown', 'paid', 'failed'] as const)
    expect(kindOf(payout(state), { kind: 'timeout' })).toBe('nothing')
})

test('may be called off until it is sent, and after a refusal', () => {
  const states = [
    'requested',
    'approved',
    'submitting',
    'accepted',
    'unknown',
    'paid',
    'failed',
    'cancelled',
  ] as const
  expect(states.filter((state) => isCancellable(payout(state)))).toEqual(['requested', 'approved', 'failed'])
  expect(isCancellable(payout('failed', { isHeld: false }))).toBe(false)
})

test.each([
  ['4', 'limit'],
  ['8', 'limit'],
  ['2040', 'not_registered'],
  ['2001', 'other'],
  [null, 'other'],
] as const)('the code %s of a failed payout is told to its owner as %s', (code, failure) => {
  expect(withdrawalFailureOf(code)).toBe(failure)
})

const nine = (year: number, month: number, day: number) => nairobiTime(year, month, day, 9)

test('T+1 is nine in the morning of the next working day in Nairobi', () => {
  // Tuesday just after and just before midnight in Nairobi, which is 21:00 UTC.
  expect(nextPayoutTime(new Date('2026-11-23T21:00:00Z'))).toEqual(nine(2026, 11, 25))
  expect(nextPayoutTime(new Date('2026-11-24T20:59:59Z'))).toEqual(nine(2026, 11, 25))
  // Friday and the weekend.
  for (const day of [20, 21, 22])
    expect(nextPayoutTime(nairobiTime(2026, 11, day, 8))).toEqual(nine(2026, 11, 23))
  expect(expectedBy(nine(2026, 11, 23))).toEqual(nairobiTime(2026, 11, 23, 18))
})

test('no payout on Kenya’s public holidays', () => {
  // Thursday before Easter of 2026; Christmas Eve of 2026, a Thursday, with Boxing Day on the Saturday.
  expect(nextPayoutTime(nairobiTime(2026, 4, 2, 12))).toEqual(nine(2026, 4, 7))
  expect(nextPayoutTime(nairobiTime(2026, 12, 24, 12))).toEqual(nine(2026, 12, 28))
  // Easter of 2027 and 2038, one early and one late.
  for (const [year, month, day] of [
    [2027, 3, 26],
    [2027, 3, 29],
    [2038, 4, 23],
    [2038, 4, 26],
    [2026, 10, 20],
    [2026, 3, 20],
  ] as const)
    expect(isWorkingDay(year, month, day), `${year}-${month}-${day}`).toBe(false)
})

test('a holiday on a Sunday takes the next day that is free, and one on a Saturday takes none', () => {
  // Christmas of 2022 was a Sunday: Boxing Day on Monday, so the Tuesday was off. Jamhuri Day of 2026 is a Saturday.
  expect(isWorkingDay(2022, 12, 26)).toBe(false)
  expect(isWorkingDay(2022, 12, 27)).toBe(false)
  expect(isWorkingDay(2022, 12, 28)).toBe(true)
  expect(isWorkingDay(2026, 12, 14)).toBe(true)
  expect(isWorkingDay(2028, 2, 28)).toBe(false)
})
