import { expect, test } from 'vitest'
import { sumOfShillings } from './sum-of-shillings.ts'

test('amounts with cents add up to the cent, and one may be taken away', () => {
  expect(sumOfShillings(32.77, 90.68)).toBe(123.45)
  expect(sumOfShillings(1_000.3, -0.1)).toBe(1_000.2)
  expect(sumOfShillings()).toBe(0)
})
