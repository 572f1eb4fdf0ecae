import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTerminalCode } from '#lib/domain/mpesa/result-codes.ts'
import { decide, isUndecided } from './policy.ts'
import type { PurposeTerms } from './purpose.ts'
import type { Evidence, Intent, KnownReceipt, PaidEvidence, PaymentState, ReviewReason } from './schema.ts'
import { openBook } from './settlement-book.ts'

const sentAt = new Date('2026-05-04T10:00:00Z')
const PRICE = 10_000n
const states: readonly PaymentState[] = [
  'created',
  'submitting',
  'awaiting',
  'submit_unknown',
  'rejected',
  'verifying',
  'credited',
  'declined',
  'unresolved',
  'review',
  'refund_pending',
  'refunded',
]
const settled: readonly PaymentState[] = ['credited', 'review', 'refund_pending', 'refunded']

const intentIn = (state: PaymentState, more: Partial<Intent> = {}): Intent => ({
  id: 'intent',
  purpose: 'gift',
  state,
  amount: PRICE,
  sentAt,
  checkoutRequestId: null,
  hintedCheckoutRequestId: null,
  lastQueryCode: null,
  holdReason: null,
  reviewReason: null,
  wasCounted: false,
  receipt: state === 'credited' ? 'FIRST' : null,
  ...more,
})
const known = (more: Partial<KnownReceipt>): KnownReceipt => ({
  receipt: 'RECEIPT',
  intentId: null,
  status: 'unmatched',
  amount: PRICE,
  source: 'paybill',
  reason: null,
  isReversed: false,
  ...more,
})
const paid = (more: Partial<PaidEvidence> = {}): PaidEvidence => ({
  kind: 'paid',
  source: 'callback',
  receipt: 'RECEIPT',
  amount: PRICE,
  paidAt: sentAt,
  isTimeKnown: true,
  phone: null,
  accountReference: null,
  trusted: true,
  ...more,
})

test('a receipt in suspense that names nothing is that of a payment counted without one, and no other is', () => {
  const counted = intentIn('credited', { receipt: null })
  const stray = known({ reason: 'no_such_account' })
  expect(decide(counted, paid(), stray, null)).toEqual({ kind: 'attach_suspended' })
  const others: [Intent, Partial<PaidEvidence>, Partial<KnownReceipt>][] = [
    [intentIn('credited'), {}, {}],
    [intentIn('review'), {}, {}],
    [counted, { amount: PRICE + 100n }, {}],
    [counted, {}, { amount: PRICE + 100n }],
    [counted, {}, { reason: 'too_many_votes' }],
    [counted, {}, { intentId: 'other' }],
    [counted, {}, { status: 'claimed' }],
    [counted, {}, { status: 'refund_pending' }],
  ]
  for (const [intent, told, held] of others)
    expect(decide(intent, paid(told), { ...stray, ...held }, null)).toEqual({
      kind: 'nothing',
      why: 'receipt_reused',
    })
})

describe('proof of payment', () => {
  test.each(states.filter((state) => !settled.includes(state)))('credits a payment that is %s', (state) => {
    const credit = { kind: 'credit', from: 'mpesa_collection' }
    expect(decide(intentIn(state), paid(), undefined, null)).toMatchObject(credit)
    expect(decide(intentIn(state), { kind: 'query_paid', at: sentAt }, undefined, null)).toMatchObject(credit)
  })

  test.each(states)('of another amount, in %s, never credits', (state) => {
    const decision = decide(intentIn(state), paid({ amount: PRICE - 1_000n }), undefined, null)
    expect(decision.kind).toBe('suspense')
  })

  test.each(states)('from an unlisted address, in %s, moves nothing', (state) => {
    const decision = decide(intentIn(state), paid({ trusted: false }), undefined, null)
    expect(decision.kind).toBe(isUndecided(state) ? 'verify' : 'nothing')
  })

  test.each<ReviewReason>(['late'])('that comes %s goes to suspense, and people look', (reason) => {
    expect(decide(intentIn('awaiting'), paid(), undefined, reason)).toEqual({
      kind: 'suspense',
      reason,
      intentToReview: true,
    })
    expect(decide(intentIn('awaiting'), { kind: 'query_paid', at: sentAt }, undefined, reason)).toEqual({
      kind: 'review',
      reason,
    })
  })

  test('a second time, under another receipt, goes to suspense', () => {
    expect(decide(intentIn('credited'), paid(), undefined, null)).toMatchObject({
      kind: 'suspense',
      reason: 'paid_twice',
    })
  })

  test('after a query had credited it only adds the receipt', () => {
    expect(decide(intentIn('credited', { receipt: null }), paid(), undefined, null)).toEqual({
      kind: 'attach_receipt',
    })
  })

  test('after a query had credited it, a callback of another amount is its receipt still, a statement line is not', () => {
    const credited = intentIn('credited', { receipt: null })
    const less = { ...paid(), amount: PRICE - 1_000n }
    expect(decide(credited, { ...less, source: 'callback' }, undefined, null)).toEqual({
      kind: 'attach_receipt',
    })
    for (const source of ['statement', 'paybill'] as const)
      expect(decide(credited, { ...less, source }, undefined, null)).toMatchObject({
        kind: 'suspense',
        reason: 'paid_twice',
      })
  })

  test('its receipt credited to another payment: nothing moves, and people look', () => {
    const others = known({ intentId: 'another', status: 'credited' })
    expect(decide(intentIn('awaiting'), paid(), others, null)).toEqual({
      kind: 'review',
      reason: 'receipt_reused',
    })
    expect(decide(intentIn('declined'), paid(), others, null)).toMatchObject({ kind: 'nothing' })
  })

  test('its receipt free in suspense: the money is taken from there', () => {
    expect(decide(intentIn('awaiting'), paid(), known({}), null)).toMatchObject({
      kind: 'credit',
      from: 'suspense',
    })
  })

  test('its receipt in suspense while its reversal is open: it is not credited, and people look', () => {
    expect(decide(intentIn('awaiting'), paid(), known({ isReversed: true }), null)).toEqual({
      kind: 'review',
      reason: 'receipt_reused',
    })
  })
})

describe('word that it was not paid', () => {
  test('a listed address and a terminal code decline what is open, and nothing else', () => {
    for (const state of states) {
      const decision = decide(
        intentIn(state),
        { kind: 'failed', code: '1032', trusted: true },
        undefined,
        null,
      )
      expect(decision.kind).toBe(isUndecided(state) ? 'decline' : 'nothing')
    }
  })

  test.each(['4999', '', '7777', 'incomplete'])('the code "%s" has M-Pesa asked', (code) => {
    const decision = decide(intentIn('awaiting'), { kind: 'failed', code, trusted: true }, undefined, null)
    expect(decision.kind).toBe('verify')
  })

  test('a query declines when it says the same terminal code twice running', () => {
    const says = (code: string, lastQueryCode: string | null) =>
      decide(intentIn('awaiting', { lastQueryCode }), { kind: 'query_failed', code }, undefined, null)
    expect(says('1032', null)).toEqual({ kind: 'remember_query', code: '1032' })
    expect(says('1032', '1037')).toEqual({ kind: 'remember_query', code: '1032' })
    expect(says('1032', '1032')).toEqual({ kind: 'decline', code: '1032' })
    expect(says('4999', '4999').kind).toBe('nothing')
  })
})

describe('any evidence, in any order', () => {
  const receipts = ['RA', 'RB', 'RC']
  const evidence: fc.Arbitrary<Evidence> = fc.oneof(
    fc
      .record({
        receipt: fc.constantFrom(...receipts),
        amount: fc.constantFrom(PRICE, PRICE, PRICE, PRICE - 1_000n),
        source: fc.constantFrom('callback', 'paybill', 'statement'),
        trusted: fc.boolean(),
      })
      .map((more) => paid(more)),
    fc
      .record({ code: fc.constantFrom('1032', '1', '4999', ''), trusted: fc.boolean() })
      .map(({ code, trusted }): Evidence => ({ kind: 'failed', code, trusted })),
    fc.constantFrom<Evidence>(
      { kind: 'query_paid', at: sentAt },
      { kind: 'query_failed', code: '1032' },
      { kind: 'query_failed', code: '1037' },
      { kind: 'query_failed', code: '4999' },
      { kind: 'undecided' },
    ),
  )
  // One receipt of M-Pesa has one amount.
  const evidences = fc.array(evidence, { maxLength: 12 }).map((list) => {
    const amounts = new Map<string, bigint>()
    return list.map((one) => {
      if (one.kind !== 'paid') return one
      const amount = amounts.get(one.receipt) ?? one.amount
      amounts.set(one.receipt, amount)
      return { ...one, amount }
    })
  })
  const start = fc.constantFrom<PaymentState>(
    'created',
    'submitting',
    'awaiting',
    'submit_unknown',
    'rejected',
    'verifying',
  )
  const objections = fc.constantFrom<ReviewReason | null>(null, null, null, 'late')

  test('credits once at most, only on proof of the exact amount, never takes it back, and loses no money', () => {
    fc.assert(
      fc.property(start, objections, evidences, (state, objection, list) => {
        const { trail, book } = play(state, objection, list)
        const credits = book.journals.filter(({ key }) => key === 'intent:intent')
        expect(credits.length).toBe(trail.at(-1) === 'credited' ? 1 : 0)
        expect(credits.length).toBe(book.purchases.get('gift')?.length ?? 0)
        expect(new Set(book.journals.map(({ key }) => key)).size).toBe(book.journals.length)

        const proofs = list.filter((one) => one.kind === 'query_paid' || (one.kind === 'paid' && one.trusted))
        if (credits.length > 0)
          expect(
            proofs.some((one) => one.kind === 'query_paid' || (one.kind === 'paid' && one.amount === PRICE)),
          ).toBe(true)
        if (objection) expect(credits).toEqual([])
        const [first] = proofs
        if (
          !objection &&
          (first?.kind === 'query_paid' || (first?.kind === 'paid' && first.amount === PRICE))
        )
          expect(credits.length).toBe(1)

        const from = trail.indexOf('credited')
        if (from >= 0) expect(new Set(trail.slice(from))).toEqual(new Set(['credited']))
        expectMoneyInBooks(list, book)
      }),
      { numRuns: 2_000 },
    )
  })

  test('declines only on a terminal code of a listed address, or of two queries running', () => {
    fc.assert(
      fc.property(start, evidences, (state, list) => {
        const { trail } = play(state, null, list)
        if (trail.at(-1) !== 'declined') return
        const told = list.some((one) => one.kind === 'failed' && one.trusted && isTerminalCode(one.code))
        const queries = list.flatMap((one) =>
          one.kind === 'query_failed' && isTerminalCode(one.code) ? [one.code] : [],
        )
        expect(told || queries.some((code, n) => code === queries[n - 1])).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  /** Hands evidence to a payment, one by one. `trail` is the state before all and after each. */
  function play(state: PaymentState, objection: ReviewReason | null, list: readonly Evidence[]) {
    const terms: PurposeTerms = {
      what: 'video',
      voteCount: 1,
      objection: () => objection,
      closed: () => null,
      credits: (amount) => [{ accountId: 3n, amount }],
    }
    const intents = new Map([['intent', intentIn(state)]])
    const accounts = { collection: 1n, suspense: 2n, platform: 4n }
    const book = openBook(intents, new Map(), accounts, sentAt)
    const current = () => book.intents.get('intent') ?? intentIn(state)
    const trail = [state]
    for (const one of list) {
      const proof = one.kind === 'paid' ? one : null
      const seen = proof ? book.receipts.get(proof.receipt) : undefined
      book.apply(current(), decide(current(), one, seen, objection), proof, terms)
      trail.push(current().state)
    }
    return { trail, book }
  }

  /** Each believed receipt is in the books once: as the payment's, or in suspense. */
  function expectMoneyInBooks(list: readonly Evidence[], book: ReturnType<typeof play>['book']): void {
    const believed = new Set(list.flatMap((one) => (one.kind === 'paid' && one.trusted ? [one.receipt] : [])))
    expect(new Set(book.freshReceipts.map(({ receipt }) => receipt))).toEqual(believed)
    expect(book.freshReceipts.length).toBe(believed.size)
    for (const { entries } of book.journals)
      expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
    // What M-Pesa holds for us is what its receipts say, and what a query has proven whose receipt is not known yet.
    const held = book.journals.flatMap(({ entries }) => entries).filter(({ accountId }) => accountId === 1n)
    const receipts = book.freshReceipts.reduce((sum, { amount }) => sum + amount, 0n)
    const isUnproven =
      book.journals.some(({ key }) => key === 'intent:intent') &&
      !book.freshReceipts.some(({ status }) => status === 'credited') &&
      book.changedReceipts.size === 0
    expect(held.reduce((sum, { amount }) => sum - amount, 0n)).toBe(receipts + (isUnproven ? PRICE : 0n))
    expect(book.freshReceipts.filter(({ status }) => status === 'credited').length).toBeLessThanOrEqual(1)
    const inSuspense = book.freshReceipts
      .filter(({ status }) => status === 'unmatched')
      .map(({ receipt }) => `receipt:${receipt}`)
    const suspended = book.journals.filter(({ type }) => type === 'suspense').map(({ key }) => key)
    expect(suspended.sort()).toEqual(inSuspense.sort())
  }
})
