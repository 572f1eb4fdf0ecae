import fc from 'fast-check'
import { expect, test } from 'vitest'
import { int4Array, int8Array, timestamptzArray, uuidArray } from '#lib/core/binary-array.ts'
import { db } from '#lib/core/db.ts'

/** What Postgres reads an array parameter as. */
async function readBack(type: string, parameter: Buffer): Promise<unknown> {
  const { rows } = await db().query<{ read: unknown }>(`SELECT $1::${type}[]::text[] AS read`, [parameter])
  return rows[0]?.read
}

const orNull = <T>(values: fc.Arbitrary<T>) => fc.array(fc.option(values), { maxLength: 20 })

test.each([
  ['uuid', orNull(fc.uuid()), uuidArray, (id: string) => id],
  ['int8', orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), int8Array, String],
] as const)('Postgres reads what was written into a %s[]', async (type, values, write, text) => {
  await fc.assert(
    fc.asyncProperty(values as fc.Arbitrary<(never | null)[]>, async (elements) => {
      const told = elements.map((element) => (element === null ? null : text(element)))
      expect(await readBack(type, write(elements))).toEqual(told)
    }),
  )
})

test('Postgres reads what was written into an int4[]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { maxLength: 20 }), async (elements) => {
      expect(await readBack('int4', int4Array(elements))).toEqual(elements.map(String))
    }),
  )
})

test('Postgres reads moments before and after 2000 to the millisecond', async () => {
  const moments = fc.date({
    min: new Date('0100-01-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  await fc.assert(
    fc.asyncProperty(orNull(moments), async (elements) => {
      const { rows } = await db().query<{ ms: bigint | null }>(
        'SELECT (extract(epoch FROM moment) * 1000)::bigint AS ms FROM unnest($1::timestamptz[]) AS moment',
        [timestamptzArray(elements)],
      )
      expect(rows.map(({ ms }) => ms)).toEqual(elements.map((moment) => moment && BigInt(moment.getTime())))
    }),
  )
})

test.each([
  '',
  'z1a203ea-ee69-71bd-957f-70943acad75f',
  '01a203ea-ee69-71bd-957f-70943acad75',
  'é1a203ea-ee69-71bd-957f-70943acad75f',
])('“%s” is no UUID and is written into none', (text) => {
  expect(() => uuidArray([text])).toThrow(RangeError)
})

test.each([
  ['an invalid date', () => timestamptzArray([new Date(Number.NaN)])],
  ['more than a bigint holds', () => int8Array([2n ** 63n])],
  ['more than an int holds', () => int4Array([2 ** 31])],
  ['a fraction', () => int4Array([0.5])],
])('%s is refused, and not written as something else', (_, write) => {
  expect(write).toThrow(RangeError)
})
