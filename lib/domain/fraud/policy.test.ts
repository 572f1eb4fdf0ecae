import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownPhoneLink } from '#lib/contract/fraud/calls.ts'
import { busiestTenMinutes } from '#tests/support/busiest-ten-minutes.ts'
import { type Facts, MOST_POINTS, nothingStrange, score, timesUsual } from './policy.ts'

const count = fc.integer({ min: 0, max: 500 })
const facts: fc.Arbitrary<Facts> = fc.record({
  ownPhone: fc.option(fc.constantFrom(...ownPhoneLink.options)),
  phonesOfDevice: count,
  phonesOfModel: count,
  phonesOfNetwork: count,
  giftsInTenMinutes: count,
  timesUsual: count,
})
const counts = [
  'phonesOfDevice',
  'phonesOfModel',
  'phonesOfNetwork',
  'giftsInTenMinutes',
  'timesUsual',
] as const

describe('a score', () => {
  test('is a whole number from 0 to 100, and the sum of its reasons up to there', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { score: points, reasons } = score(given)
        expect(Number.isInteger(points)).toBe(true)
        expect(points).toBe(
          Math.min(
            MOST_POINTS,
            reasons.reduce((sum, one) => sum + one.points, 0),
          ),
        )
        expect(reasons.every((one) => one.points > 0)).toBe(true)
        expect(reasons.map((one) => one.points)).toEqual(
          reasons.map((one) => one.points).sort((a, b) => b - a),
        )
      }),
    )
  })

  test('is the same for the same facts, which it leaves as they are', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const before = structuredClone(given)
        expect(score(Object.freeze(given))).toEqual(score(before))
        expect(given).toEqual(before)
      }),
    )
  })

  test('never falls where there is more of anything', () => {
    fc.assert(
      fc.property(
        facts,
        fc.constantFrom(...counts),
        fc.integer({ min: 1, max: 500 }),
        (given, name, more) => {
          expect(score({ ...given, [name]: given[name] + more }).score).toBeGreaterThanOrEqual(
            score(given).score,
          )
        },
      ),
    )
  })

  test('never falls where the phone is known as the dancer’s own', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...ownPhoneLink.options), (given, link) => {
        const without = score({ ...given, ownPhone: null })
        expect(score({ ...given, ownPhone: link }).score).toBeGreaterThanOrEqual(without.score)
      }),
    )
  })

  test('is nothing where nothing is strange', () => {
    expect(score(nothingStrange)).toEqual({ score: 0, reasons: [] })
    expect(score({ ...nothingStrange, phonesOfDevice: 2, phonesOfNetwork: 14, timesUsual: 5 }).score).toBe(0)
  })

  // Carriers in Kenya put thousands of phones behind one address.
  test('of a network alone, however many phones are in it, is not enough to be shown', () => {
    expect(score({ ...nothingStrange, phonesOfNetwork: 100_000 }).score).toBe(25)
  })

  test.each([
    [{ phonesOfDevice: 3 }, 12],
    [{ phonesOfDevice: 6 }, 50],
    [{ phonesOfDevice: 8 }, 75],
    [{ giftsInTenMinutes: 5 }, 6],
    [{ giftsInTenMinutes: 12 }, 50],
    [{ phonesOfModel: 20 }, 45],
    [{ timesUsual: 30 }, 45],
    [{ phonesOfDevice: 8, giftsInTenMinutes: 12 }, 100],
    [{ ownPhone: 'subscription' as const }, 50],
    [{ ownPhone: 'profile' as const }, 100],
  ])('%j is worth %s points', (some, points) => {
    expect(score({ ...nothingStrange, ...some }).score).toBe(points)
  })
})

describe('ten minutes', () => {
  const minute = 60_000

  test('hold what lies within them, in whatever order it is told', () => {
    expect(busiestTenMinutes([])).toBe(0)
    expect(busiestTenMinutes([5 * minute])).toBe(1)
    expect(busiestTenMinutes([0, 10 * minute])).toBe(1)
    expect(busiestTenMinutes([30, 9, 0, 31, 32, 33].map((at) => at * minute))).toBe(4)
  })

  test('hold as many as counting each window says', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 * minute }), { minLength: 1 }), (moments) => {
        const each = moments.map(
          (start) => moments.filter((one) => one >= start && one < start + 10 * minute).length,
        )
        expect(busiestTenMinutes(moments)).toBe(Math.max(...each))
      }),
    )
  })

  test('are compared with the video’s usual ones, and small numbers with nothing', () => {
    expect(timesUsual(99, 0, 600)).toBe(0)
    expect(timesUsual(200, 0, 6_000)).toBe(200)
    expect(timesUsual(200, 1_000, 6_000)).toBe(2)
    expect(timesUsual(300, 100, 0)).toBe(3)
  })
})
