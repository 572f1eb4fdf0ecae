import { beforeEach, expect, test } from 'vitest'
import { VersionedRows } from './versioned-rows.ts'

let moment: number
let version: number
let asked: string[][]
let cache: VersionedRows<string>

/** Rows are named after their ids and the version in which they were read; 'gone' is no row's id. */
const read = async (ids: readonly string[]) => {
  asked.push([...ids])
  const readAs = version
  return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `${id} ${readAs}`]))
}

beforeEach(() => {
  moment = 1_000_000
  version = 1
  asked = []
  cache = new VersionedRows(
    { limit: 4, version: () => version, maxAge: () => 10_000, clock: () => moment },
    read,
  )
})

const get = async (...ids: string[]) => {
  const rows = await cache.get(ids)
  return ids.map((id) => rows.get(id))
}

test('rows are read once, whoever asks for them beside which others', async () => {
  expect(await get('a', 'b')).toEqual(['a 1', 'b 1'])
  expect(await get('b', 'c', 'a')).toEqual(['b 1', 'c 1', 'a 1'])
  expect(asked).toEqual([['a', 'b'], ['c']])
})

test('after a change, and when they are old, all are read again', async () => {
  await get('a')
  version = 2
  expect(await get('a')).toEqual(['a 2'])
  moment += 9_999
  await get('a')
  expect(asked).toHaveLength(2)
  moment += 1
  await get('a')
  expect(asked).toHaveLength(3)
})

test('what was read while something changed is nobody’s later', async () => {
  const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, string>>()
  cache = new VersionedRows(
    { limit: 4, version: () => version, maxAge: () => 10_000, clock: () => moment },
    (ids) => (version === 1 ? promise : read(ids)),
  )
  const before = get('a')
  version = 2
  expect(await get('a')).toEqual(['a 2'])
  resolve(new Map([['a', 'a 1']]))
  expect(await before).toEqual(['a 1'])
  expect(await get('a')).toEqual(['a 2'])
})

test('when there are too many they begin anew', async () => {
  await get('a', 'b', 'c', 'd')
  await get('a')
  expect(asked).toEqual([['a', 'b', 'c', 'd'], ['a']])
})

test('what is no row’s id is asked for each time', async () => {
  expect(await get('gone')).toEqual([undefined])
  await get('gone')
  expect(asked).toHaveLength(2)
})

test('a fault is told, and the next one asks again', async () => {
  let isAway = true
  cache = new VersionedRows({ limit: 4, version: () => version, maxAge: () => 10_000 }, async (ids) => {
    if (isAway) throw new Error('the database is away')
    return read(ids)
  })
  await expect(cache.get(['a'])).rejects.toThrow('the database is away')
  isAway = false
  expect(await get('a')).toEqual(['a 1'])
})
