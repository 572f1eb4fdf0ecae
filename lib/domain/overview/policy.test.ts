import { expect, test } from 'vitest'
import { errorRate, judgeStatus } from './policy.ts'

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
