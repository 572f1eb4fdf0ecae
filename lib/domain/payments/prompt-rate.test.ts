import { describe, expect, test } from 'vitest'
import { isQueueFull, LONGEST_WAIT_SECONDS, limiterOf, waitSeconds } from './prompt-rate.ts'

describe('how long a prompt waits', () => {
  const queue = Array.from({ length: 100 }, (_, place) => 1_000 + place)

  test('as long as those before it take, in whole seconds', () => {
    expect(waitSeconds(queue, 1_050, 10)).toBe(5)
    expect(waitSeconds(queue, 1_051, 10)).toBe(6)
    expect(waitSeconds(queue, 5_000, 20)).toBe(5)
  })

  test('nothing is said of a wait that is over before it is read', () => {
    expect(waitSeconds([], 1_000, 1)).toBeNull()
    expect(waitSeconds(queue, 1_000, 20)).toBeNull()
    expect(waitSeconds(queue, 1_039, 20)).toBeNull()
    expect(waitSeconds(queue, 1_040, 20)).toBe(2)
  })

  test('the queue takes what is sent in the longest wait', () => {
    expect(isQueueFull(LONGEST_WAIT_SECONDS * 20 - 1, 20)).toBe(false)
    expect(isQueueFull(LONGEST_WAIT_SECONDS * 20, 20)).toBe(true)
  })
})

test.each([1, 2, 5, 7, 10, 20, 33, 100, 1_000])(
  'at %i a second the limiter never allows more, and lets hardly less through',
  (rate) => {
    const { max, duration } = limiterOf(rate)
    const allowed = (1_000 * max) / duration
    expect(allowed).toBeLessThanOrEqual(rate)
    expect(allowed).toBeGreaterThan(rate * 0.9)
    expect(Number.isInteger(max) && Number.isInteger(duration)).toBe(true)
  },
)
