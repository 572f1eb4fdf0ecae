import { expect, test } from 'vitest'
import { ageOf } from './age-badge.tsx'

const now = new Date('2026-11-22T12:00:00Z')
const waited = (hours: number) => ageOf(new Date(now.getTime() - hours * 3_600_000).toISOString(), now)

test('what has waited up to a day is fresh, over one and over three it stands out', () => {
  expect(waited(24).band).toBe('fresh')
  expect(waited(24.1).band).toBe('day')
  expect(waited(72).band).toBe('day')
  expect(waited(72.1).band).toBe('days')
})

test('an age is told in whole minutes, hours, then days', () => {
  expect(waited(0.5)).toMatchObject({ unit: 'minutes', count: 30 })
  expect(waited(23.9)).toMatchObject({ unit: 'hours', count: 23 })
  expect(waited(49)).toMatchObject({ unit: 'days', count: 2 })
})

test('a clock that runs behind the server does not count below zero', () => {
  expect(waited(-1)).toEqual({ band: 'fresh', unit: 'minutes', count: 0 })
})
