import { expect, test } from 'vitest'
import { readableMask } from './phone.ts'

test('a number with hidden digits reads as people write it, and nothing else changes', () => {
  expect(readableMask('254712•••678')).toBe('0712•••678')
  expect(readableMask('254112•••678')).toBe('0112•••678')
  expect(readableMask('2547*****678')).toBe('07*****678')
  expect(readableMask('2547 ***** 6')).toBe('07 ***** 6')
  for (const other of ['', '256772•••123', '254a9f03c1d2']) expect(readableMask(other)).toBe(other)
})
