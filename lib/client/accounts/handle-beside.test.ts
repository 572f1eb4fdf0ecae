import { expect, test } from 'vitest'
import { handleBeside } from './handle-beside.ts'

test('a handle stands beside a name, unless it is the name', () => {
  expect(handleBeside('Akinyi Steps', 'akinyi')).toBe('@akinyi')
  expect(handleBeside('akinyi', 'akinyi')).toBe('')
  expect(handleBeside('Akinyi', 'akinyi')).toBe('')
})
