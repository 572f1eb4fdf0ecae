import { describe, expect, test } from 'vitest'
import type { HealthCheck } from '#lib/contract/health/calls.ts'
import { judgeBackup, judgeClocks, judgeHealth, judgeStoredCheck, spanOf } from './policy.ts'

const at = new Date('2026-11-22T12:00:00Z')
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000)
const check = (name: HealthCheck['name'], status: HealthCheck['status']): HealthCheck => ({
  name,
  status,
  latency_ms: null,
  detail: '',
})

describe('the word for all checks', () => {
  test('is healthy when each is, degraded when one is not, down without what everything needs', () => {
    expect(judgeHealth([check('postgres', 'ok'), check('mail', 'ok')])).toBe('healthy')
    expect(judgeHealth([check('postgres', 'ok'), check('mail', 'warning')])).toBe('degraded')
    expect(judgeHealth([check('postgres', 'ok'), check('mail', 'failed')])).toBe('degraded')
    expect(judgeHealth([check('worker', 'failed'), check('mail', 'ok')])).toBe('down')
  })
})

test('a kept check is good while it is fresh, and says what was found where it is not good', () => {
  const kept = { checkedAt: ago(60), isGood: true, tookMs: 5, findings: [] }
  expect(judgeStoredCheck(kept, at, 120)).toEqual({ status: 'ok', detail: 'Checked 60 s ago.' })
  expect(judgeStoredCheck(kept, at, 30)).toEqual({ status: 'warning', detail: 'Not checked for 60 s.' })
  expect(judgeStoredCheck({ ...kept, isGood: false, findings: ['Broken: a law.'] }, at, 120)).toEqual({
    status: 'failed',
    detail: 'Broken: a law.',
  })
  expect(judgeStoredCheck(undefined, at, 120).status).toBe('warning')
})

test('each clock that is more than five seconds off is named, those of one machine once', () => {
  const clock = (process: string, aheadMs: number) => ({ process, aheadMs })
  const good = [clock('web on a', 5_000), clock('worker on b', -5_000)]
  expect(judgeClocks(good)).toEqual({ status: 'ok', detail: 'All clocks agree with PostgreSQL’s.' })
  const wrong = [
    clock('worker on c', 600_000),
    clock('worker on c', 600_002),
    clock('realtime on d', -62_000),
  ]
  expect(judgeClocks([...good, ...wrong])).toEqual({
    status: 'warning',
    detail:
      'The clock of worker on c is 10 min ahead of PostgreSQL’s. The clock of realtime on d is 62 s behind PostgreSQL’s.',
  })
})

test('a backup is good for a day and a half after its proof', () => {
  expect(judgeBackup(ago(3_600 * 35), false, at)).toEqual({ status: 'ok', detail: 'Last verified 35 h ago.' })
  expect(judgeBackup(ago(3_600 * 37), false, at).status).toBe('warning')
  expect(judgeBackup(null, false, at).status).toBe('warning')
  expect(judgeBackup(ago(60), true, at).status).toBe('failed')
})

test('spans are told in the largest unit that says enough', () => {
  expect([5, 89, 600, 7_200, 200_000].map(spanOf)).toEqual(['5 s', '89 s', '10 min', '2 h', '2 d'])
})
