import { expect, test } from 'vitest'
import { nairobiTime } from '#lib/core/clock.ts'
import { expectedBy, isWorkingDay, nextPayoutTime } from './working-days.ts'

const nine = (year: number, month: number, day: number) => nairobiTime(year, month, day, 9)

test('T+1 is nine in the morning of the next working day in Nairobi', () => {
  // Tuesday just after and just before midnight in Nairobi, which is 21:00 UTC.
  expect(nextPayoutTime(new Date('2026-11-23T21:00:00Z'))).toEqual(nine(2026, 11, 25))
  expect(nextPayoutTime(new Date('2026-11-24T20:59:59Z'))).toEqual(nine(2026, 11, 25))
  // Friday and the weekend.
  for (const day of [20, 21, 22])
    expect(nextPayoutTime(nairobiTime(2026, 11, day, 8))).toEqual(nine(2026, 11, 23))
  expect(expectedBy(nine(2026, 11, 23))).toEqual(nairobiTime(2026, 11, 23, 18))
})

test('no payout on Kenya’s public holidays', () => {
  // Thursday before Easter of 2026; Christmas Eve of 2026, a Thursday, with Boxing Day on the Saturday.
  expect(nextPayoutTime(nairobiTime(2026, 4, 2, 12))).toEqual(nine(2026, 4, 7))
  expect(nextPayoutTime(nairobiTime(2026, 12, 24, 12))).toEqual(nine(2026, 12, 28))
  // Easter of 2027 and 2038, one early and one late.
  for (const [year, month, day] of [
    [2027, 3, 26],
    [2027, 3, 29],
    [2038, 4, 23],
    [2038, 4, 26],
    [2026, 10, 20],
    [2026, 3, 20],
  ] as const)
    expect(isWorkingDay(year, month, day), `${year}-${month}-${day}`).toBe(false)
})

test('a holiday on a Sunday takes the next day that is free, and one on a Saturday takes none', () => {
  // Christmas of 2022 was a Sunday: Boxing Day on Monday, so the Tuesday was off. Jamhuri Day of 2026 is a Saturday.
  expect(isWorkingDay(2022, 12, 26)).toBe(false)
  expect(isWorkingDay(2022, 12, 27)).toBe(false)
  expect(isWorkingDay(2022, 12, 28)).toBe(true)
  expect(isWorkingDay(2026, 12, 14)).toBe(true)
  expect(isWorkingDay(2028, 2, 28)).toBe(false)
})
