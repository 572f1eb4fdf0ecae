import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { isUndecided, nextCheckAfter, stateByAge, UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'

const sentAt = new Date('2026-05-04T10:00:00Z')
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

describe('the clock of a payment', () => {
  const elapsed = fc.integer({ min: 0, max: 60 * 3_600 })

  test('is asked about at 20, 40, 90, 180, 600 s and 1 h, then hourly, and after 48 hours no more', () => {
    const asked = []
    for (let at: Date | null = sentAt; at; at = nextCheckAfter(sentAt, at))
      asked.push((at.getTime() - sentAt.getTime()) / 1_000)
    expect(asked.slice(0, 9)).toEqual([0, 20, 40, 90, 180, 600, 3_600, 7_200, 10_800])
    expect(asked.at(-1)).toBe(UNRESOLVED_AFTER_SECONDS)
  })

  test('the next question is always ahead, never more than an hour, and never moves back', () => {
    fc.assert(
      fc.property(elapsed, elapsed, (a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((seconds) => addSeconds(sentAt, seconds))
        if (!early || !late) return
        const [first, second] = [nextCheckAfter(sentAt, early), nextCheckAfter(sentAt, late)]
        if (first) expect(first.getTime() - early.getTime()).toBeGreaterThan(0)
        if (first) expect(first.getTime() - early.getTime()).toBeLessThanOrEqual(3_600_000)
        if (first && second) expect(second.getTime()).toBeGreaterThanOrEqual(first.getTime())
        if (!first) expect(second).toBeNull()
      }),
    )
  })

  test('age moves what is open on, one way, and what is decided not at all', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), elapsed, (state, seconds) => {
        const isMoved = isUndecided(state) && state !== 'created' && state !== 'unresolved'
        const older = seconds >= UNRESOLVED_AFTER_SECONDS ? 'unresolved' : seconds >= 90 ? 'verifying' : state
        expect(stateByAge(state, sentAt, addSeconds(sentAt, seconds))).toBe(isMoved ? older : state)
      }),
    )
  })
})
