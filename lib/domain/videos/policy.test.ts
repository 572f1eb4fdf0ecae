import { describe, expect, test } from 'vitest'
import { displayAvatar, displayTitle, maySee, readIsoDuration } from './policy.ts'

describe('a title', () => {
  test('is the video’s own', () => {
    expect(displayTitle(' Nairobi nights ', 'Sheng', 'Amina')).toBe('Nairobi nights')
  })

  test('falls back to track and dancer, and to words where even they are missing', () => {
    expect(displayTitle('  ', 'Sheng', 'Amina')).toBe('Sheng – Amina')
    expect(displayTitle('', '', '')).toBe('Untitled – Unknown')
  })
})

test('an avatar is a picture, or the sign of dancer or musician', () => {
  expect(displayAvatar('https://media.test/a.jpg', 'entry')).toBe('https://media.test/a.jpg')
  expect(displayAvatar(null, 'entry')).toBe('💃')
  expect(displayAvatar('', 'official')).toBe('🎵')
})

test('what is not approved is seen by its owner and by officers', () => {
  const pending = { status: 'pending_review', dancerId: 'amina' }
  expect(maySee(null, pending)).toBe(false)
  expect(maySee({ id: 'brian', role: 'dancer' }, pending)).toBe(false)
  expect(maySee({ id: 'amina', role: 'dancer' }, pending)).toBe(true)
  expect(maySee({ id: 'officer', role: 'compliance_officer' }, pending)).toBe(true)
  expect(maySee({ id: 'admin', role: 'super_admin' }, pending)).toBe(true)
  expect(maySee(null, { ...pending, status: 'approved' })).toBe(true)
})

test.each([
  ['PT1M3S', 63],
  ['PT45S', 45],
  ['PT2H', 7_200],
  ['P1DT1S', 86_401],
  // A live stream that has not ended.
  ['P0D', 0],
])('%s is %i seconds', (text, seconds) => {
  expect(readIsoDuration(text)).toBe(seconds)
})

test.each(['', 'P', 'PT', '63', 'PT1M3', 'P1Y', 'PT-3S', 'PT1.5S'])('%s is none', (text) => {
  expect(readIsoDuration(text)).toBeNull()
})
