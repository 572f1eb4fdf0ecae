import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  agreeWithDatabase,
  machineAheadMs,
  machineTime,
  nairobiDay,
  nairobiMidnight,
  realTime,
} from './clock.ts'

const machine = new Date('2026-05-04T10:00:00Z')
const later = (ms: number) => new Date(machine.getTime() + ms)
const exactly = (ms: number) => agreeWithDatabase(later(ms), [machine, machine])
afterEach(() => exactly(0))

test('the real time is PostgreSQL’s, whatever the clock of the machine says', () => {
  exactly(-600_000)
  expect(machineAheadMs()).toBe(600_000)
  const before = machineTime().getTime() - 600_000
  expect(realTime().getTime()).toBeGreaterThanOrEqual(before)
  expect(realTime().getTime()).toBeLessThanOrEqual(machineTime().getTime() - 600_000)
})

test('an answer that agrees, however slow, changes nothing; any other as little as it can', () => {
  const ms = fc.integer({ min: -86_400_000, max: 86_400_000 })
  fc.assert(
    fc.property(ms, ms, fc.nat(60_000), (known, told, slowMs) => {
      exactly(known)
      agreeWithDatabase(later(told), [machine, later(slowMs)])
      const [least, most] = [told - slowMs, told]
      const changed = -machineAheadMs()
      expect(changed).toBeGreaterThanOrEqual(least)
      expect(changed).toBeLessThanOrEqual(most)
      expect(Math.abs(changed - known)).toBe(Math.max(0, least - known, known - most))
    }),
  )
})

test('a day begins at midnight in Nairobi, also over the ends of months', () => {
  expect(nairobiMidnight('2026-11-30')).toEqual(new Date('2026-11-29T21:00:00Z'))
  expect(nairobiMidnight('2026-12-31', 1)).toEqual(new Date('2026-12-31T21:00:00Z'))
  expect(nairobiDay(new Date('2026-11-29T20:59:59Z'))).toBe('2026-11-29')
  expect(nairobiDay(nairobiMidnight('2026-11-30'))).toBe('2026-11-30')
})
