import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Throttle } from './throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first change is sent at once, the rest at most once in each interval', () => {
  const sent: number[] = []
  let newest = 0
  const throttle = new Throttle(100, () => sent.push(newest))
  for (newest = 1; newest <= 1_000; newest++) {
    throttle.touch()
    vi.advanceTimersByTime(1)
  }
  newest = 1_000
  vi.advanceTimersByTime(100)
  expect(sent[0]).toBe(1)
  expect(sent.at(-1)).toBe(1_000)
  expect(sent).toHaveLength(11)
})

test('timers that come late make no interval longer: those after them come earlier', () => {
  const setTimer = setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => setTimer(run, ms + 7))
  let sent = 0
  const throttle = new Throttle(100, () => sent++)
  for (let moment = 0; moment < 10_000; moment++) {
    throttle.touch()
    vi.advanceTimersByTime(1)
  }
  vi.unstubAllGlobals()
  expect(sent).toBe(100)
})

test('after a quiet time a change is sent at once again, and nothing is sent without one', () => {
  let sent = 0
  const throttle = new Throttle(100, () => sent++)
  throttle.touch()
  vi.advanceTimersByTime(1_000)
  expect(sent).toBe(1)
  throttle.touch()
  expect(sent).toBe(2)
})

test('what is stopped sends no more', () => {
  let sent = 0
  const throttle = new Throttle(100, () => sent++)
  throttle.touch()
  throttle.touch()
  throttle.stop()
  vi.advanceTimersByTime(1_000)
  expect(sent).toBe(1)
})
