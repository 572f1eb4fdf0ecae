import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kesText, parseShillings, shillings, toShillings } from './money.ts'

describe('amounts as M-Pesa and forms write them', () => {
  test.each<[unknown, bigint]>([
    [50, 5_000n],
    [50.0, 5_000n],
    [0.5, 50n],
    ['50', 5_000n],
    ['50.00', 5_000n],
    ['50.5', 5_050n],
    ['50.05', 5_005n],
    ['1,250', 125_000n],
    ['1,250.50', 125_050n],
    ['1,250,000', 125_000_000n],
    ['250000.00', 25_000_000n],
    [' 50 ', 5_000n],
    ['50.000', 5_000n],
    [0, 0n],
  ])('%j is read', (written, cents) => {
    expect(parseShillings(written)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '-50',
    -50,
    'fifty',
    '50.001',
    50.001,
    '5e3',
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '0x32',
    '50.',
    '.5',
    '5 0',
    '100,00',
    '1,00',
    '1250,000',
    '1,2500',
    ',250',
    '1,,250',
    '1.250,00',
    null,
    undefined,
    true,
    [50],
    { amount: 50 },
    50n,
  ])('%s is no amount', (written) => {
    expect(parseShillings(written)).toBeNull()
  })

  test('whatever it is given, it answers an amount that is not negative, or null', () => {
    fc.assert(
      fc.property(fc.anything(), (written) => {
        const cents = parseShillings(written)
        expect(cents === null || cents >= 0n).toBe(true)
      }),
    )
  })

  test('every amount of cents comes back as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_000_000_000_000n }), (cents) => {
        expect(parseShillings(toShillings(cents))).toBe(cents)
        expect(parseShillings(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)).toBe(cents)
      }),
    )
  })

  test('amounts are written as screens write them, with one sign for below zero', () => {
    expect([125_000n, 50n, -99_998_697_900n, -5_050n].map(kesText)).toEqual([
      'KES 1,250',
      'KES 0.50',
      '−KES 999,986,979',
      '−KES 50.50',
    ])
  })

  test('only whole shillings become cents', () => {
    expect(shillings(50)).toBe(5_000n)
    expect(() => shillings(50.5)).toThrow(RangeError)
    expect(() => shillings(2 ** 53)).toThrow(RangeError)
  })
})
