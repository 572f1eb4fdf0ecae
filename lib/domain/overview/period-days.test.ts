import { expect, test } from 'vitest'
import { monthBefore } from './period-days.ts'

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
