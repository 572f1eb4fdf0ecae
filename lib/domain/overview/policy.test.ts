import { expect, test } from 'vitest'
import { errorRate, judgeStatus, monthBefore } from './policy.ts'

test('the error rate is a percentage with two decimals, and nothing asked is nothing failed', () => {
  expect(errorRate({ requests: 0, failures: 0 })).toBe(0)
  expect(errorRate({ requests: 300, failures: 1 })).toBe(0.33)
  expect(errorRate({ requests: 4, failures: 4 })).toBe(100)
})

test('the status is the health page’s word, and no better than what requests meet', () => {
  const [few, many] = [
    { requests: 100, failures: 5 },
    { requests: 100, failures: 6 },
  ]
  expect(judgeStatus('healthy', few)).toBe('healthy')
  expect(judgeStatus('healthy', many)).toBe('degraded')
  expect(judgeStatus('healthy', { requests: 3, failures: 2 })).toBe('healthy')
  expect(judgeStatus('degraded', few)).toBe('degraded')
  expect(judgeStatus('down', many)).toBe('down')
})

test.each([
  ['2026-11-01', '2026-11-25', '2026-10-01', '2026-10-25'],
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['2026-03-30', '2026-03-31', '2026-02-28', '2026-02-28'],
  ['2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
  ['2028-03-29', '2028-03-30', '2028-02-29', '2028-02-29'],
])('the month before %s to %s is %s to %s', (from, to, beforeFrom, beforeTo) => {
  expect(monthBefore(from, to)).toEqual({ from: beforeFrom, to: beforeTo })
})
