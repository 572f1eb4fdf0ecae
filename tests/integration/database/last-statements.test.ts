// What a transaction ends with leaves together with COMMIT: all of it holds, or nothing does. What it opens with leaves
// together with BEGIN (docs/decisions/0010).
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  closeDb,
  db,
  LastStatements,
  type PlainStatement,
  rows,
  runTransaction,
  sqlState,
} from '#lib/core/db.ts'

beforeEach(() => db().query('DELETE FROM outbox'))
afterAll(closeDb)

/** The outbox serves: nobody sends what `runTransaction` writes into it. */
const write = (name: string): PlainStatement => ({
  name: 'test-write',
  text: `INSERT INTO outbox (kind, target, name, payload) VALUES ('event', 'test', $1, '{}') RETURNING name`,
  values: [name],
})
/** Fails in Postgres, on its way and not before. */
const divideByZero: PlainStatement = {
  name: 'test-divide',
  text: `SELECT 1 / (SELECT count(*) FROM outbox WHERE target = $1)`,
  values: ['nobody'],
}
const written = async () =>
  (await rows<{ name: string }>(db(), 'SELECT name FROM outbox ORDER BY id')).map(({ name }) => name)

const NO_DIVISION = '22012'

test.each([
  ['the first', [divideByZero, write('second')]],
  ['the last', [write('second'), divideByZero]],
])('where %s of them fails, its error is told and nothing holds', async (_which, last) => {
  const failing = runTransaction(async (client) => {
    await client.query(write('first'))
    return new LastStatements(last, () => 'done')
  })
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe(NO_DIVISION)
  expect(await written()).toEqual([])
})

test('the connection serves again after that', async () => {
  await runTransaction(async () => new LastStatements([divideByZero], () => null)).catch(() => null)
  await runTransaction(async () => new LastStatements([write('again')], () => null))
  expect(await written()).toEqual(['again'])
})

test('two that lock the same rows the other way round: one gives way and is run again', async () => {
  await db().query(write('one'))
  await db().query(write('other'))
  const lock = (name: string): PlainStatement => ({
    name: 'test-lock',
    text: 'SELECT 1 FROM outbox WHERE name = $1 FOR UPDATE',
    values: [name],
  })
  let waiting = 0
  const both = Promise.withResolvers<void>()
  let runs = 0
  const lockBoth = (first: string, then: string) =>
    runTransaction(async (client) => {
      runs += 1
      await client.query(lock(first))
      if (++waiting === 2) both.resolve()
      await both.promise
      return new LastStatements([lock(then), write(`${first} then ${then}`)], () => null)
    })
  await Promise.all([lockBoth('one', 'other'), lockBoth('other', 'one')])
  // The one that gave way may be back before the other has woken up, and take its row again.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect((await written()).slice(2).sort()).toEqual(['one then other', 'other then one'])
})

test('all of them hold, and their answers come in order', async () => {
  const told = await runTransaction(async (client) => {
    await client.query(write('first'))
    return new LastStatements([write('second'), write('third')], (results) =>
      results.map((result) => String(result.rows[0]?.name)),
    )
  })
  expect(told).toEqual(['second', 'third'])
  expect(await written()).toEqual(['first', 'second', 'third'])
})

test('the work is handed what the opening statement answered, and holds its locks', async () => {
  await db().query(write('one'))
  const opening = { text: 'SELECT name FROM outbox FOR UPDATE' }
  const found = await runTransaction<unknown, { name: string }>(
    async (_client, opened) => {
      const beside = await rows(db(), 'SELECT name FROM outbox FOR UPDATE SKIP LOCKED')
      return { opened, beside }
    },
    { opening },
  )
  expect(found).toEqual({ opened: [{ name: 'one' }], beside: [] })
})

test('where the opening statement fails the work is not begun, and the connection serves again', async () => {
  let runs = 0
  const failing = runTransaction(
    async () => {
      runs += 1
    },
    { opening: divideByZero },
  )
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe(NO_DIVISION)
  expect(runs).toBe(0)
  await runTransaction(async () => new LastStatements([write('again')], () => null))
  expect(await written()).toEqual(['again'])
})
