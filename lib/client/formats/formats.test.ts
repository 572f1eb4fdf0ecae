import { expect, test } from 'vitest'
import { daysLeft, formatCount, formatDuration, formatShillings } from './formats.ts'

test('money is KES as Kenya writes it, with cents only where there are some', () => {
  expect(formatShillings(250, 'en-KE').replaceAll('\u00a0', ' ')).toBe('KES 250')
  expect(formatShillings(25_000, 'en-KE').replaceAll('\u00a0', ' ')).toBe('KES 25,000')
  expect(formatShillings(0.5, 'en-KE').replaceAll('\u00a0', ' ')).toBe('KES 0.50')
  expect(formatShillings(-999_986_979, 'en-KE').replaceAll('\u00a0', ' ')).toBe('−KES 999,986,979')
  expect(formatShillings(-0.5, 'sw-KE').replaceAll('\u00a0', ' ')).toBe('−KES 0.50')
  expect(formatCount(12_480, 'en-KE')).toBe('12,480')
})

test.each([
  [0, '0:00'],
  [4, '0:04'],
  [61.9, '1:01'],
  [3600, '60:00'],
  [null, ''],
  [-1, ''],
])('%j seconds are shown as %j', (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown)
})

test('the running day counts as a day left; a past moment leaves none', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  expect(daysLeft('2026-11-20T21:00:00Z', at)).toBe(1)
  expect(daysLeft('2026-11-21T12:00:00Z', at)).toBe(1)
  expect(daysLeft('2026-11-21T12:00:01Z', at)).toBe(2)
  expect(daysLeft('2026-11-01T00:00:00Z', at)).toBe(0)
})
