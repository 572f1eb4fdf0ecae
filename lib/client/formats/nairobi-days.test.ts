import { expect, test } from 'vitest'
import { daysOfMonth, nairobiToday } from './nairobi-days.ts'

test('a day and its month are Nairobi’s', () => {
  expect(nairobiToday(new Date('2026-11-30T21:30:00Z'))).toBe('2026-12-01')
  expect(daysOfMonth('2026-12-01', 0)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOfMonth('2026-01-15', -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(daysOfMonth('2028-03-31', -1)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
