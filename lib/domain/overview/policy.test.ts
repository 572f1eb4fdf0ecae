import { expect, test } from 'vitest'
import { errorRate, judgeStatus } from './policy.ts'

test('the error rate is a percentage with two decimals, and nothing asked is nothing failed', () => {
  expect(errorRate({ requests: 0, failures: 0 })).toBe(0)
  expect(errorRate({ requests: 300, failures: 1 })).toBe(0.33)
  expect(errorRate({ requests: 4, failures: 4 })).toBe(100)
})

test('the system is healthy until a part is away, payouts wait for people, or requests keep failing', () => {
  const well = { isReady: true, alerts: 0, recent: { requests: 100, failures: 5 } }
  expect(judgeStatus(well)).toBe('healthy')
  expect(judgeStatus({ ...well, isReady: false })).toBe('degraded')
  expect(judgeStatus({ ...well, alerts: 1 })).toBe('degraded')
  expect(judgeStatus({ ...well, recent: { requests: 100, failures: 6 } })).toBe('degraded')
  expect(judgeStatus({ ...well, recent: { requests: 3, failures: 2 } })).toBe('healthy')
})
