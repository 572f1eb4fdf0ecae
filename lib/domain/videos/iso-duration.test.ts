import { expect, test } from 'vitest'
import { readIsoDuration } from './iso-duration.ts'

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
