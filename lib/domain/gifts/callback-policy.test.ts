// The pure rules by which settlement decides the callback of a gift, in the order of lib/domain/payments/settle.ts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { decide, objectionTo, promptOf, weighed, withBelievedTime } from '#lib/domain/payments/policy.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
import type { Intent, PaymentState } from '#lib/domain/payments/schema.ts'
import { paidCallback } from '#tests/support/evidence.ts'
import { objectionToGift } from './policy.ts'

const sentAt = new Date('2026-05-04T10:00:00Z')
/** When the callback came, and when it is settled: seconds after the prompt was sent. */
const CAME = 7_200
const SETTLED = 7_201
const TOLERANCE = 300
const PRICE = 15_000n
const after = (seconds: number) => addSeconds(sentAt, seconds)

/** A second before each edge of time, the edge, and a second after it. */
const around = (...edges: number[]) => edges.flatMap((edge) => [edge - 1, edge, edge + 1])
/** When a video was withdrawn or a month ended, if it did: around the prompt, the callback and the usual payment. */
const moments = around(0, 60, CAME - 60, SETTLED)
const times = [
  ...around(-TOLERANCE, CAME + TOLERANCE, CAME - 72 * 3_600),
  ...around(...moments),
  -1_000_000,
  1_000_000,
]

const creditable: readonly PaymentState[] = [
  'created',
  'submitting',
  'awaiting',
  'submit_unknown',
  'verifying',
  'unresolved',
  'declined',
  'rejected',
]
const story = fc.record({
  state: fc.constantFrom<PaymentState>(...creditable, ...creditable, 'review', 'refund_pending', 'refunded'),
  wasCounted: fc.constantFrom(false, false, false, true),
  hold: fc.constantFrom(null, null, null, 'fraud_hold', 'video_withdrawn', 'dancer_inactive'),
  prompt: fc.constantFrom<string | null>('ws_CO_gift', 'ws_CO_gift', 'ws_CO_gift', 'ws_CO_other', null),
  holder: fc.constantFrom(null, null, 'another'),
  isBelieved: fc.constantFrom(true, true, true, false),
  amount: fc.constantFrom(PRICE, PRICE, PRICE, PRICE - 5_000n, PRICE + 50n),
  isTimeTold: fc.constantFrom(true, true, true, false),
  paid: fc.constantFrom(3_600, 3_600, ...times),
  /** Seconds after sending; null where it stands. */
  withdrawn: fc.constantFrom(null, null, null, ...moments),
  isErased: fc.constantFrom(false, false, false, false, true),
  /** 'closed': the prizes are out. */
  monthEnd: fc.constantFrom<number | 'closed'>(1_000_000, 1_000_000, 1_000_000, ...moments, 'closed'),
})
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

function decided(one: Story) {
  const intent: Intent = {
    id: 'gift',
    purpose: 'gift',
    state: one.state,
    amount: PRICE,
    sentAt,
    checkoutRequestId: one.prompt,
    hintedCheckoutRequestId: null,
    lastQueryCode: null,
    holdReason: one.hold,
    reviewReason: null,
    wasCounted: one.wasCounted,
    receipt: null,
  }
  const line = {
    receipt: 'NLJ7RT61SV',
    amountCents: one.amount,
    at: after(one.paid).toISOString(),
    phone: '254712345678',
    account: '',
  }
  const { kind, body } = paidCallback('gift', line)
  const told = one.isTimeTold ? body : body.replace('TransactionDate', 'NoDate')
  const reading = readCallback(kind, told, one.isBelieved, after(CAME))
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  const holders = new Map(one.holder ? [['ws_CO_gift', one.holder]] : [])
  const { checkoutRequestId } = reading
  const match = promptOf(intent, { kind, checkoutRequestId, isBelieved: one.isBelieved }, holders)
  if (match.kind === 'early') return 'early'
  const evidence = withBelievedTime(intent, weighed(reading.evidence, match), after(SETTLED))
  const video = {
    withdrawnAt: one.withdrawn === null ? null : after(one.withdrawn),
    withdrawnBecause: one.withdrawn === null ? null : ('video_withdrawn' as const),
    isErased: one.isErased,
  }
  const endsAt = one.monthEnd === 'closed' ? undefined : after(one.monthEnd)
  const terms = { objection: (at: Date) => objectionToGift(video, endsAt, at) }
  return decide(intent, evidence, undefined, objectionTo(intent, terms, evidence, after(SETTLED)))
}

/** Whether the gift could be counted if it was paid at that second, by docs/money.md and docs/decisions/0005. */
const takesMoneyAt = ({ withdrawn, isErased, monthEnd }: Story, paid: number) =>
  !isErased && (withdrawn === null || paid < withdrawn) && monthEnd !== 'closed' && paid < monthEnd

const isTimed = ({ isTimeTold, paid }: Story) =>
  isTimeTold && paid >= -TOLERANCE && paid <= CAME + TOLERANCE && paid >= CAME - 72 * 3_600

function isCounted(one: Story): boolean {
  const isProof = one.isBelieved && one.prompt === 'ws_CO_gift' && one.amount === PRICE
  if (!isProof || !creditable.includes(one.state) || one.wasCounted) return false
  if (one.hold === 'fraud_hold') return false
  if (isTimed(one)) return takesMoneyAt(one, one.paid)
  return one.hold === null && takesMoneyAt(one, 0) && takesMoneyAt(one, SETTLED)
}

const simple: Story = {
  state: 'awaiting',
  wasCounted: false,
  hold: null,
  prompt: 'ws_CO_gift',
  holder: null,
  isBelieved: true,
  amount: PRICE,
  isTimeTold: true,
  paid: 3_600,
  withdrawn: null,
  isErased: false,
  monthEnd: 1_000_000,
}

test('a callback counts a gift exactly if it proves it, and M-Pesa’s time lets it count', () => {
  fc.assert(
    fc.property(story, (one) => {
      const decision = decided(one)
      const isCredit = decision !== 'early' && decision.kind === 'credit'
      expect(isCredit).toBe(isCounted(one))
      if (!isCredit) return
      expect(decision.paidAt).toEqual(isTimed(one) ? after(one.paid) : expect.any(Date))
      if (!isTimed(one)) expect([after(CAME), after(SETTLED)]).toContainEqual(decision.paidAt)
    }),
    { numRuns: 2_000, examples: [[simple]] },
  )
})

test.each([
  ['was sent', around(-TOLERANCE)],
  ['came', around(CAME + TOLERANCE)],
])('the time of a payment is believed up to five minutes from when its prompt %s', (_edge, edges) => {
  const believed = edges.map((paid) => decided({ ...simple, paid }))
  const isEarly = (edges[0] ?? 0) < 0
  const told = isEarly ? [false, true, true] : [true, true, false]
  for (const [place, paid] of edges.entries())
    expect(believed[place]).toMatchObject({
      kind: 'credit',
      paidAt: told[place] ? after(paid) : after(isEarly ? SETTLED : CAME),
    })
})

test.each([
  ['withdrawn', (at: number) => ({ withdrawn: at }), 'video_withdrawn'],
  ['out of its month', (at: number) => ({ monthEnd: at }), 'late'],
])(
  'a gift counts until the second before its video was %s, and from then on people decide',
  (_what, ended, reason) => {
    const [before, at, later] = around(3_600).map((paid) => decided({ ...simple, ...ended(3_600), paid }))
    expect(before).toMatchObject({ kind: 'credit', paidAt: after(3_599) })
    for (const one of [at, later]) expect(one).toEqual({ kind: 'suspense', reason, intentToReview: true })
    expect(decided({ ...simple, ...ended(3_600), isTimeTold: false })).toEqual({ kind: 'await_time' })
  },
)

test('proven money is never forgotten: it is counted, waits for its time, or lies in suspense', () => {
  fc.assert(
    fc.property(story, (one) => {
      fc.pre(one.isBelieved && one.prompt === 'ws_CO_gift')
      const decision = decided(one)
      expect(['credit', 'suspense', 'await_time']).toContain(decision === 'early' ? decision : decision.kind)
    }),
    { numRuns: 1_000 },
  )
})

test('what proves nothing moves no money, and has M-Pesa asked while the gift is open', () => {
  const isOpen = (state: PaymentState) => creditable.slice(0, 6).includes(state)
  fc.assert(
    fc.property(story, (one) => {
      fc.pre(!one.isBelieved || one.prompt !== 'ws_CO_gift')
      const decision = decided(one)
      if (decision === 'early') expect(['created', 'submitting']).toContain(one.state)
      else expect(decision.kind).toBe(isOpen(one.state) ? 'verify' : 'nothing')
    }),
    { numRuns: 1_000 },
  )
})
