import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, toCsv, toCsvLines } from './csv.ts'

const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', "'", "'=1+1", '=1+1', " ''-2", '\t', 'a,b', '"', '""', 'a\r\nb', "'ng'ombe", '＝1'),
)

test('what is written is read again, whatever it is', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(parseCsv(toCsv(rows))).toEqual(rows)
      expect(parseCsv(toCsvLines(rows))).toEqual(rows)
    }),
  )
})

test('a spreadsheet runs none of it, also where an apostrophe stood before it', () => {
  for (const word of ['=1+1', "'=1+1", ' -2', '\t=1', '@SUM(A1)'])
    expect(toCsvLines([[word, 'x']])).toMatch(/^"?'/)
  expect(toCsvLines([["'ng'ombe", -5]])).toBe("'ng'ombe,-5\r\n")
})

test('line ends of another system are read, and what is no CSV is refused', () => {
  expect(parseCsv('a,b\nc,"d\ne"')).toEqual([
    ['a', 'b'],
    ['c', 'd\ne'],
  ])
  for (const broken of ['a,"b', 'a,b"c', '"a"b,c']) expect(parseCsv(broken), broken).toBeNull()
})
