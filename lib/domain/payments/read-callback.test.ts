import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { readCallback } from './read-callback.ts'

// Halves of surrogate pairs and control characters included.
const anyCodeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))
const receivedAt = new Date('2026-05-04T10:00:00Z')
const read = (kind: string, body: unknown) => readCallback(kind, JSON.stringify(body), true, receivedAt)
const kinds = ['stk', 'c2b/confirmation', 'stk_query', 'statement']

function stk(fields: Record<string, unknown>, items?: unknown[]) {
  const CallbackMetadata = items && { Item: items }
  return {
    Body: { stkCallback: { CheckoutRequestID: 'ws_CO_1', ...fields, ...(items && { CallbackMetadata }) } },
  }
}
const paidItems = [
  { Name: 'Amount', Value: 50.0 },
  { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20260504125955 },
  { Name: 'PhoneNumber', Value: 254708374149 },
]

describe('STK callbacks', () => {
  test('a paid one, as documented', () => {
    expect(read('stk', stk({ ResultCode: 0 }, paidItems))).toEqual({
      checkoutRequestId: 'ws_CO_1',
      evidence: {
        kind: 'paid',
        source: 'callback',
        receipt: 'NLJ7RT61SV',
        amount: 5_000n,
        paidAt: new Date('2026-05-04T09:59:55Z'),
        isTimeKnown: true,
        phone: '254708374149',
        accountReference: null,
        trusted: true,
      },
    })
  })

  test('its code as text, its amount as text, its items in another order, its phone and date missing', () => {
    const items = [
      { Name: 'MpesaReceiptNumber', Value: '\u00a0NLJ7RT61SV ' },
      { Name: 'Amount', Value: '50.00' },
    ]
    expect(read('stk', stk({ ResultCode: '0' }, items))).toMatchObject({
      evidence: {
        receipt: 'NLJ7RT61SV',
        amount: 5_000n,
        phone: null,
        paidAt: receivedAt,
        isTimeKnown: false,
      },
    })
  })

  test.each([
    ['no items', undefined],
    ['no amount', paidItems.slice(1)],
    ['an amount of nothing', [{ Name: 'Amount', Value: 0 }, ...paidItems.slice(1)]],
    ['more than M-Pesa carries', [{ Name: 'Amount', Value: 250_001 }, ...paidItems.slice(1)]],
    ['an amount with a comma for its decimals', [{ Name: 'Amount', Value: '50,00' }, ...paidItems.slice(1)]],
    ['two amounts', [...paidItems, { Name: 'Amount', Value: 5_000 }]],
    ['its amount twice', [{ Name: 'Amount', Value: 50 }, ...paidItems]],
    ['two receipts', [{ Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SW' }, ...paidItems]],
    ['two times', [{ Name: 'TransactionDate', Value: 20260504125900 }, ...paidItems]],
    ['no receipt', paidItems.filter(({ Name }) => Name !== 'MpesaReceiptNumber')],
    [
      'a blank receipt',
      [
        { Name: 'Amount', Value: 50 },
        { Name: 'MpesaReceiptNumber', Value: ' ' },
      ],
    ],
  ])('success with %s proves too little, whoever says it', (_what, items) => {
    expect(read('stk', stk({ ResultCode: 0 }, items))).toMatchObject({
      evidence: { kind: 'failed', code: 'incomplete', trusted: false },
    })
  })

  test.each([1032, '1032', 'SFC_IC0003'])('a failure with the code %j', (code) => {
    expect(read('stk', stk({ ResultCode: code }))).toEqual({
      checkoutRequestId: 'ws_CO_1',
      evidence: { kind: 'failed', code: String(code), trusted: true },
    })
  })

  test.each([
    'UKNG1 CUVVO',
    'UK-NG1CUVVO',
    'UKNG1\u00a0CUVVO',
    'UKNG1\u200bCUVVO',
    'ukng1cuvvo',
    'UKNG1CUVV',
  ])('success with the receipt %j proves too little', (Value) => {
    const items = [
      { Name: 'Amount', Value: 50 },
      { Name: 'MpesaReceiptNumber', Value },
    ]
    expect(read('stk', stk({ ResultCode: 0 }, items))).toMatchObject({
      evidence: { kind: 'failed', code: 'incomplete', trusted: false },
    })
  })
})

describe('Paybill payments, statement lines and query answers', () => {
  const payment = {
    TransID: 'RKTQDM7W6S',
    TransTime: '20260504130000',
    TransAmount: '150.00',
    BusinessShortCode: '600999',
    BillRefNumber: 'v7k2m',
  }

  test('a confirmation, its phone masked', () => {
    expect(read('c2b/confirmation', { ...payment, MSISDN: '2547*****126' })).toMatchObject({
      evidence: {
        kind: 'paid',
        source: 'paybill',
        receipt: 'RKTQDM7W6S',
        amount: 15_000n,
        accountReference: 'v7k2m',
        phone: '2547*****126',
        paidAt: new Date('2026-05-04T10:00:00Z'),
      },
    })
  })

  test.each(['RKTQ DM7W6S', 'RKTQDM7W6', 'rktqdm7w6s', 'RKTQ-DM7W6'])('%j is no receipt', (spelt) => {
    const line = { transactionId: spelt, trxDate: '2026-05-04T10:00:00Z', amount: 150 }
    expect(read('c2b/confirmation', { ...payment, TransID: spelt })).toEqual({ unreadable: 'no receipt' })
    expect(read('statement', line)).toEqual({ unreadable: 'no receipt' })
  })

  test.each(['19990504130000', '20260505130000', '20260504130600', '20260231130000'])(
    'the time %s is not believed',
    (TransTime) => {
      expect(read('c2b/confirmation', { ...payment, TransTime })).toMatchObject({
        evidence: { paidAt: receivedAt, isTimeKnown: false },
      })
    },
  )

  test('a query’s answer names the prompt that it is about', () => {
    const body = { ResponseCode: '0', ResultCode: '0', CheckoutRequestID: 'ws_CO_1' }
    expect(read('stk_query', body)).toMatchObject({ checkoutRequestId: 'ws_CO_1' })
  })

  test.each([
    [{ BusinessShortCode: '600998' }, 'for another shortcode'],
    [{ BusinessShortCode: undefined }, 'for another shortcode'],
    [{ TransAmount: '250000.01' }, 'an amount that M-PESA does not carry'],
    [{ TransAmount: '0.99' }, 'an amount that M-PESA does not carry'],
  ])('a confirmation with %j is none of ours', (wrong, unreadable) => {
    expect(read('c2b/confirmation', { ...payment, ...wrong })).toEqual({ unreadable })
  })

  test('a statement line of more than M-Pesa carries is not understood', () => {
    const line = { transactionId: 'RKTQDM7W6S', trxDate: '2026-05-04T10:00:00Z', billreference: 'V7K2M' }
    expect(read('statement', { ...line, amount: 1_000_000 })).toHaveProperty('unreadable')
  })

  test('an account number that is all digits arrives as a number', () => {
    expect(read('c2b/confirmation', { ...payment, BillRefNumber: 12345 })).toMatchObject({
      evidence: { accountReference: '12345' },
    })
  })

  test.each([
    ['with its zone', '2026-05-04T10:00:00Z'],
    ['in Nairobi’s time', '2026-05-04 13:00:00'],
    ['unreadable: then it is as old as we know it', 'yesterday'],
  ])('a statement line whose date is %s', (_how, trxDate) => {
    const line = { transactionId: 'RKTQDM7W6S', trxDate, billreference: 'V7K2M', amount: 150 }
    expect(read('statement', line)).toMatchObject({
      evidence: { source: 'statement', trusted: true, paidAt: receivedAt },
    })
  })

  test.each([
    [
      { ResponseCode: '0', ResultCode: '0' },
      { kind: 'query_paid', at: receivedAt },
    ],
    [
      { ResponseCode: '0', ResultCode: '1032' },
      { kind: 'query_failed', code: '1032' },
    ],
    [
      { ResponseCode: '0', ResultCode: 4999 },
      { kind: 'query_failed', code: '4999' },
    ],
    [
      { requestId: '1', errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' },
      { kind: 'undecided' },
    ],
    [{ requestId: '1', errorCode: '500.001.1001' }, { kind: 'undecided' }],
    [{ fault: { faultstring: 'Spike arrest violation. Allowed rate : 5pm' } }, { kind: 'undecided' }],
  ])('the query answers %j', (body, evidence) => {
    expect(read('stk_query', body)).toEqual({ evidence, checkoutRequestId: null })
  })
})

describe('whatever the body holds', () => {
  test('arbitrary JSON is read without a fault', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds, 'other'),
        fc.jsonValue({ maxDepth: 6 }),
        fc.boolean(),
        (kind, body, trusted) => {
          readCallback(kind, JSON.stringify(body), trusted, receivedAt)
        },
      ),
    )
  })

  test('arbitrary text is read without a fault', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: anyCodeUnit }), (kind, body) => {
        readCallback(kind, body, true, receivedAt)
      }),
    )
  })

  test('documented bodies with arbitrary values are read, and what they prove can be stored', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('0', 0, '50.00', 50, '20260504130000', '\u0000', '\ud800', 'A\u0000B'),
    )
    const names = ['Amount', 'MpesaReceiptNumber', 'TransactionDate', 'PhoneNumber', 'Balance']
    const bodies = fc.oneof(
      fc
        .record({
          code: value,
          id: value,
          items: fc.array(fc.record({ Name: fc.constantFrom(...names), Value: value })),
        })
        .map(
          ({ code, id, items }) => ['stk', stk({ ResultCode: code, CheckoutRequestID: id }, items)] as const,
        ),
      fc
        .record({ TransID: value, TransTime: value, TransAmount: value, BillRefNumber: value, MSISDN: value })
        .map((body) => ['c2b/confirmation', body] as const),
      fc
        .record({ transactionId: value, trxDate: value, amount: value, billreference: value, msisdn: value })
        .map((body) => ['statement', body] as const),
    )
    fc.assert(
      fc.property(bodies, ([kind, body]) => {
        const reading = read(kind, body)
        if ('unreadable' in reading) return
        const { evidence, checkoutRequestId } = reading
        expectStorable(checkoutRequestId ?? '')
        if (evidence.kind !== 'paid') return
        for (const text of [evidence.receipt, evidence.phone ?? '', evidence.accountReference ?? ''])
          expectStorable(text)
        expect(evidence.receipt).not.toBe('')
        expect(evidence.amount > 0n).toBe(true)
        expect(Number.isNaN(evidence.paidAt.getTime())).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  /** PostgreSQL takes no NUL, and gives other text back for half a surrogate pair. */
  function expectStorable(text: string): void {
    expect(text.includes('\0')).toBe(false)
    expect(text.isWellFormed()).toBe(true)
  }
})

describe('what gives money back', () => {
  const line = { transactionId: 'NLJ7RT61SV', trxDate: '2026-05-04 12:59:55', billreference: 'V7K2M' }
  const paybill = { TransID: 'NLJ7RT61SV', TransTime: '20260504125955', BillRefNumber: 'V7K2M' }
  test.each([
    ['Pay Bill Reversal', '50.00'],
    ['reversal', 50],
    ['c2b-pay-bill-debit', '-50.00'],
    ['c2b-pay-bill-debit', -50],
    ['c2b-pay-bill-debit', '(50.00)'],
  ])('is no payment, by the type %s or the amount %s', (type, amount) => {
    expect(read('statement', { ...line, transactiontype: type, amount })).toEqual({
      unreadable: 'a reversal',
    })
    const told = {
      ...paybill,
      BusinessShortCode: env.MPESA_SHORTCODE,
      TransactionType: type,
      TransAmount: amount,
    }
    expect(read('c2b/confirmation', told)).toEqual({ unreadable: 'a reversal' })
  })
})
