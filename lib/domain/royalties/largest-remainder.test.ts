import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareByLargestRemainder } from './largest-remainder.ts'

const weights = fc
  .array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 40 })
  .filter((all) => all.some((weight) => weight > 0n))

it('loses nothing and gives nobody a cent more than the rounding', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), weights, (total, given) => {
      const shares = shareByLargestRemainder(total, given)
      const sum = given.reduce((all, weight) => all + weight, 0n)
      expect(shares.reduce((all, share) => all + share, 0n)).toBe(total)
      for (const [place, share] of shares.entries()) {
        const exact = total * (given[place] ?? 0n)
        expect(share * sum).toBeGreaterThan(exact - sum)
        expect(share * sum).toBeLessThan(exact + sum)
      }
    }),
  )
})

it('gives the cents that are left to the largest remainders', () => {
  expect(shareByLargestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
  expect(shareByLargestRemainder(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
})

it('refuses to share by nothing', () => {
  expect(() => shareByLargestRemainder(5n, [0n])).toThrow(RangeError)
})
