import { expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { nextPollAt, wasNotLookedAt } from './verify.ts'

const fault = { fault: { faultstring: 'Spike arrest violation. Allowed rate : 5pm' } }
const processing = {
  requestId: '1',
  errorCode: '500.001.1001',
  errorMessage: 'The transaction is being processed',
}

test.each([
  [429, fault, true],
  [500, fault, true],
  [200, fault, true],
  [429, 'Too many requests', true],
  [503, '<html>Service Unavailable</html>', true],
  [500, {}, true],
  [500, processing, false],
  [500, { ...processing, errorCode: '500.003.02', errorMessage: 'System is busy' }, true],
  [500, { ...processing, errorCode: '500.003.03', errorMessage: 'Quota Violation' }, true],
  [200, { ResponseCode: '0', ResultCode: '0' }, false],
  // Nothing that passes by itself: people have to see it.
  [403, '<html>Forbidden</html>', false],
])('status %i with %j: not looked at is %s', (status, body, expected) => {
  expect(wasNotLookedAt({ status, body })).toBe(expected)
})

test('it is asked again soon, and about an old payment no more than some forty times in 48 hours', () => {
  const sent = new Date('2026-11-25T09:00:00Z')
  const times: number[] = []
  for (let at = addSeconds(sent, 20); at < addSeconds(sent, 48 * 3_600); at = nextPollAt(sent, at))
    times.push((at.getTime() - sent.getTime()) / 1_000)
  expect(times.slice(0, 4)).toEqual([20, 35, 50, 65])
  expect(times.length).toBeLessThan(45)
})
