import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceOf, readBalances } from './balance-policy.ts'

describe('the balances that M-Pesa tells', () => {
  test('are read by name, whatever stands beside them', () => {
    const text =
      'Utility Account|KES|49217.00|49217.00|0.00|0.00&Charges Paid Account|KES|-220.00|-220.00|0.00|0.00&Working Account|KES|700000.05|700000.05|0.00|0.00'
    expect(readBalances(text)).toEqual({ working: 70_000_005n, utility: 4_921_700n, uncleared: 0n })
    expect(readBalances('Working Account|KES|-1.50|0|0|7.25&Utility Account|KES|0.00|0|0|0.50')).toEqual({
      working: -150n,
      utility: 0n,
      uncleared: 775n,
    })
  })

  test('are nothing where one is missing or no amount', () => {
    for (const text of [
      '',
      'Working Account|KES|1.00',
      'Working Account|KES|x|&Utility Account|KES|1.00',
      'Working Account|USD|1.00&Utility Account|KES|1.00',
    ])
      expect(readBalances(text)).toBeNull()
  })

  test('any text is read without a fault', () => {
    fc.assert(fc.property(fc.string(), (text) => void readBalances(text)))
  })
})

test('a difference is what lies beyond everything in flight, on its own side', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      (base, more, less, off) => {
        const found = differenceOf(base + off, base, { more, less })
        if (off <= more && off >= -less) expect(found).toBe(0n)
        else expect(found).toBe(off > 0n ? off - more : off + less)
      },
    ),
  )
})
