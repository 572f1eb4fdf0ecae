import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrayLiteral } from './array-literal.ts'

test('plain elements stand as they are, all others in quotes', () => {
  expect(arrayLiteral([])).toBe('{}')
  expect(arrayLiteral([1, -2n, null, 'a-b_c:1.5+0'])).toBe('{1,-2,NULL,a-b_c:1.5+0}')
  expect(arrayLiteral([new Date(0)])).toBe('{1970-01-01T00:00:00.000Z}')
  expect(() => arrayLiteral([new Date(Number.NaN)])).toThrow(RangeError)
  expect(arrayLiteral(['', 'null', 'NULL', 'a,b', '{}', 'a "b" \\c', ' x'])).toBe(
    '{"","null","NULL","a,b","{}","a \\"b\\" \\\\c"," x"}',
  )
})

test('whatever the elements are, they can be read back', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'binary' }))), (elements) => {
      expect(readLiteral(arrayLiteral(elements))).toEqual(elements)
    }),
  )
})

/** Reads an array as Postgres does (its manual, "Array Input and Output Syntax"). */
function readLiteral(literal: string): (string | null)[] {
  const inner = literal.slice(1, -1)
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs)].map(([whole, quoted]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1')
    return whole === 'NULL' ? null : whole
  })
}
