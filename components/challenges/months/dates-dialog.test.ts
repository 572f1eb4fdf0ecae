import { expect, test } from 'vitest'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'
import { datesToCome, fromNairobiField, toNairobiField } from './dates-dialog.tsx'

const month = {
  phase: 'subscription',
  voting_starts_at: '2026-11-07T21:00:00.000Z',
  submissions_end_at: '2026-11-24T21:00:00.000Z',
  ends_at: '2026-11-30T21:00:00.000Z',
} as RunningMonth

test('what is past is not offered to be moved', () => {
  const begun = new Date('2026-11-03T00:00:00Z')
  expect(datesToCome(month, begun)).toEqual(['voting_starts_at', 'submissions_end_at', 'ends_at'])
  // Opened early by hand.
  expect(datesToCome({ ...month, phase: 'voting' }, begun)).toEqual(['submissions_end_at', 'ends_at'])
  const closed = new Date(month.submissions_end_at)
  expect(datesToCome({ ...month, phase: 'voting' }, closed)).toEqual(['ends_at'])
})

test('a field for date and time is on Nairobi’s clock, there and back', () => {
  expect(toNairobiField('2026-11-30T21:00:00.000Z')).toBe('2026-12-01T00:00')
  expect(fromNairobiField('2026-12-01T00:00')).toBe('2026-11-30T21:00:00.000Z')
  for (const nothing of ['', '2026-12-01', 'tomorrow', '2026-13-01T00:00'])
    expect(fromNairobiField(nothing)).toBeNull()
})
