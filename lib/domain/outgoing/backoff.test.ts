import { expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { allowsAttempt, nextCheckAfter } from './backoff.ts'

const at = new Date('2026-11-23T06:00:00Z')

test('M-Pesa is asked after 5, 15 and 60 minutes, 6 and 24 hours; then people are', () => {
  const moments = []
  for (let next = nextCheckAfter(at, at); next; next = nextCheckAfter(at, next))
    moments.push((next.getTime() - at.getTime()) / 60_000)
  expect(moments).toEqual([5, 15, 60, 360, 1_440, 1_500])
  expect(nextCheckAfter(at, addSeconds(at, 301))).toEqual(addSeconds(at, 900))
})

test('an open circuit allows one attempt after 30 seconds, 1, 2, 4 and 8 minutes, then each quarter of an hour', () => {
  const after = (unproven: number, seconds: number) =>
    allowsAttempt({ unproven, lastAt: at }, addSeconds(at, seconds))
  for (const unproven of [0, 1, 2]) expect(after(unproven, 0)).toBe(true)
  for (const [unproven, seconds] of [
    [3, 30],
    [4, 60],
    [7, 480],
    [8, 900],
    [40, 900],
  ] as const)
    expect([after(unproven, seconds - 1), after(unproven, seconds)], String(unproven)).toEqual([false, true])
})
