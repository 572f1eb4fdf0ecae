// Statements of a transaction that are sent at once: all of their changes are committed, or none.
import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeDb, db, pipelined, rows, runTransaction, type Statement, sqlState } from '#lib/core/db.ts'

beforeEach(() => db().query('DELETE FROM outbox'))
afterAll(closeDb)

/** Writes into the outbox. `runTransaction` sends nothing of it. */
const write = (name: string): Statement => ({
  name: 'test-write',
  text: `INSERT INTO outbox (kind, target, name, payload) VALUES ('event', 'test', $1, '{}') RETURNING name`,
  values: [name],
})
/** Fails in PostgreSQL. */
const divideByZero: Statement = {
  name: 'test-divide',
  text: `SELECT 1 / (SELECT count(*) FROM outbox WHERE target = $1)`,
  values: ['nobody'],
}
const written = async () =>
  (await rows<{ name: string }>(db(), 'SELECT name FROM outbox ORDER BY id')).map(({ name }) => name)

const sendAll = (client: PoolClient, statements: readonly Statement[]) =>
  pipelined(statements.map((statement) => client.query(statement)))

const NO_DIVISION = '22012'

test.each([
  ['the first', [divideByZero, write('second')]],
  ['the last', [write('second'), divideByZero]],
])('if %s statement fails, its error is thrown and nothing is committed', async (_which, last) => {
  const failing = runTransaction(async (client) => {
    await client.query(write('first'))
    return sendAll(client, last)
  })
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe(NO_DIVISION)
  expect(await written()).toEqual([])
})

test('the connection works again after a failed statement', async () => {
  await runTransaction((client) => sendAll(client, [divideByZero])).catch(() => null)
  await runTransaction((client) => sendAll(client, [write('again')]))
  expect(await written()).toEqual(['again'])
})

test('two transactions that lock the same rows in opposite orders: one is rolled back and runs again', async () => {
  await db().query(write('one'))
  await db().query(write('other'))
  const lock = (name: string): Statement => ({
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
      return sendAll(client, [lock(then), write(`${first} then ${then}`)])
    })
  await Promise.all([lockBoth('one', 'other'), lockBoth('other', 'one')])
  // The transaction that was rolled back can lock its row again before the other continues.
  expect(runs).toBeGreaterThanOrEqual(3)
  expect((await written()).slice(2).sort()).toEqual(['one then other', 'other then one'])
})

test('all statements are committed, and their results come in order', async () => {
  const results = await runTransaction(async (client) => {
    await client.query(write('first'))
    return sendAll(client, [write('second'), write('third')])
  })
  expect(results.map((result) => String(result.rows[0]?.name))).toEqual(['second', 'third'])
  expect(await written()).toEqual(['first', 'second', 'third'])
})
