import { describe, expect, test } from 'vitest'
import { decide, objectionTo, promptOf, weighed, withBelievedTime } from './policy.ts'
import type { Intent, PaidEvidence, PaymentState } from './schema.ts'

const sentAt = new Date('2026-05-31T20:59:50Z')
const monthEnd = new Date('2026-05-31T21:00:00Z')
const later = new Date('2026-05-31T21:00:20Z')

const intentIn = (state: PaymentState, more: Partial<Intent> = {}): Intent => ({
  id: 'A',
  purpose: 'gift',
  state,
  amount: 5_000n,
  sentAt,
  checkoutRequestId: 'ws_A',
  hintedCheckoutRequestId: null,
  lastQueryCode: null,
  holdReason: null,
  reviewReason: null,
  wasCounted: false,
  receipt: null,
  ...more,
})
const paid: PaidEvidence = {
  kind: 'paid',
  source: 'callback',
  receipt: 'UKNG1CUVVO',
  amount: 5_000n,
  paidAt: sentAt,
  isTimeKnown: true,
  phone: null,
  accountReference: null,
  trusted: true,
}
const holders = new Map([
  ['ws_A', 'A'],
  ['ws_B', 'B'],
])
const told = (checkoutRequestId: string | null, more: { kind?: string; isBelieved?: boolean } = {}) => ({
  kind: 'stk',
  isBelieved: true,
  checkoutRequestId,
  ...more,
})
const kindOf = (intent: Intent, ...message: Parameters<typeof told>) =>
  promptOf(intent, told(...message), holders).kind

describe('a message about a prompt', () => {
  test('is about this payment where it names its prompt, and about another where it names another or none', () => {
    expect(kindOf(intentIn('awaiting'), 'ws_A')).toBe('own')
    for (const other of ['ws_B', 'ws_C', null]) expect(kindOf(intentIn('awaiting'), other)).toBe('other')
    // The answer to a query of ours may leave the name out, and never names another prompt.
    expect(kindOf(intentIn('awaiting'), null, { kind: 'stk_query' })).toBe('own')
    expect(kindOf(intentIn('awaiting'), 'ws_B', { kind: 'stk_query' })).toBe('other')
  })

  const unknown = { checkoutRequestId: null }

  test('waits for the acknowledgement while that is under way', () => {
    for (const state of ['created', 'submitting'] as const)
      expect(kindOf(intentIn(state, unknown), 'ws_C')).toBe('early')
  })

  test('is a hint once the acknowledgement is lost, unless the prompt is another’s or the sender is not believed', () => {
    for (const state of ['submit_unknown', 'verifying', 'unresolved', 'declined', 'rejected'] as const)
      expect(kindOf(intentIn(state, unknown), 'ws_C')).toBe('hint')
    expect(kindOf(intentIn('verifying', unknown), 'ws_B')).toBe('other')
    expect(kindOf(intentIn('verifying', unknown), null)).toBe('other')
    expect(kindOf(intentIn('verifying', unknown), 'ws_C', { isBelieved: false })).toBe('other')
    expect(kindOf(intentIn('credited', unknown), 'ws_C')).toBe('other')
  })

  test('is confirmed by the query of the hint, and of nothing else', () => {
    const hinted = intentIn('verifying', { ...unknown, hintedCheckoutRequestId: 'ws_C' })
    expect(kindOf(hinted, 'ws_C', { kind: 'stk_query' })).toBe('confirmed')
    expect(kindOf(hinted, 'ws_D', { kind: 'stk_query' })).toBe('other')
  })

  test('proves nothing of another prompt', () => {
    expect(weighed(paid, { kind: 'other' })).toEqual({ ...paid, trusted: false })
    expect(weighed({ kind: 'query_paid', at: later }, { kind: 'other' })).toEqual({ kind: 'undecided' })
    expect(weighed(paid, { kind: 'own' })).toBe(paid)
  })

  test('of Paybill and the statement is about an account number, not about a prompt', () => {
    expect(kindOf(intentIn('awaiting'), null, { kind: 'statement' })).toBe('own')
  })
})

describe('a time that is not known', () => {
  const terms = { objection: (at: Date) => (at < monthEnd ? null : ('late' as const)) }
  const objection = (evidence: Parameters<typeof objectionTo>[2], at: Date) =>
    objectionTo(intentIn('awaiting'), terms, withBelievedTime(intentIn('awaiting'), evidence, at), at)

  test('is no matter while the month goes on', () => {
    const at = new Date('2026-05-31T20:59:58Z')
    expect(objection({ kind: 'query_paid', at }, at)).toBeNull()
    expect(decide(intentIn('awaiting'), { kind: 'query_paid', at }, undefined, null)).toEqual({
      kind: 'credit',
      paidAt: at,
      from: 'mpesa_collection',
    })
  })

  test('has to be waited for where the month ends between sending and now', () => {
    const query = { kind: 'query_paid', at: later } as const
    expect(objection(query, later)).toBe('time_not_known')
    expect(decide(intentIn('awaiting'), query, undefined, 'time_not_known')).toEqual({ kind: 'await_time' })
    const callback = { ...paid, isTimeKnown: false }
    expect(decide(intentIn('awaiting'), callback, undefined, objection(callback, later))).toEqual({
      kind: 'await_time',
    })
  })

  test('is one before the prompt was sent', () => {
    const early = { ...paid, paidAt: new Date(sentAt.getTime() - 301_000) }
    expect(objection(early, later)).toBe('time_not_known')
    expect(objection({ ...early, source: 'statement' }, later)).toBeNull()
    expect(objection({ ...paid, paidAt: new Date(sentAt.getTime() - 299_000) }, later)).toBeNull()
    // It would win ties.
    expect(withBelievedTime(intentIn('awaiting'), early, later)).toEqual({
      ...early,
      paidAt: later,
      isTimeKnown: false,
    })
  })

  test('comes with the statement: then it counts, or is late', () => {
    const line = { ...paid, source: 'statement' } as const
    expect(objection(line, later)).toBeNull()
    expect(objection({ ...line, paidAt: monthEnd }, later)).toBe('late')
  })
})
