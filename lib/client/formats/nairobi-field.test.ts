import { expect, test } from 'vitest'
import { fromNairobiField, toNairobiField } from './nairobi-field.ts'

test('a field for date and time is on Nairobi’s clock, there and back', () => {
  expect(toNairobiField('2026-11-30T21:00:00.000Z')).toBe('2026-12-01T00:00')
  expect(fromNairobiField('2026-12-01T00:00')).toBe('2026-11-30T21:00:00.000Z')
  for (const nothing of ['', '2026-12-01', 'tomorrow', '2026-13-01T00:00'])
    expect(fromNairobiField(nothing)).toBeNull()
})
