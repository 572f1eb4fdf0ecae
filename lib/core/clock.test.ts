import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { agreeWithDatabase, machineAheadMs, machineTime, realTime } from './clock.ts'

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
