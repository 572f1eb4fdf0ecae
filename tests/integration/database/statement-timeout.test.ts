// A statement that is not answered in time takes its connection with it, and nothing else (docs/operations/incidents.md).
import { once } from 'node:events'
import { to } from 'pg-copy-streams'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDb, db, firstRow, runTransaction } from '#lib/core/db.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { everyJournal } from '#lib/domain/accounting/read-journals.ts'
import { asOwner } from '#tests/support/owner.ts'

// Before anything reads the environment.
vi.hoisted(() => {
  process.env.DATABASE_STATEMENT_TIMEOUT_SECONDS = '1'
  process.env.DATABASE_POOL = '2'
})
afterAll(closeDb)

const late = 'Query read timeout'
const one = { one: 1 }

test('it is given up, whoever waits behind it on its connection is told so, and the next have another', async () => {
  await expect(db().query('SELECT pg_sleep(60)')).rejects.toThrow(late)
  const client = await db().connect()
  const slow = client.query({ name: 'slow', text: 'SELECT pg_sleep(60)' })
  const behind = client.query('SELECT 1 AS one')
  const [given, lost] = await Promise.allSettled([slow, behind])
  expect(given).toMatchObject({ status: 'rejected', reason: { message: late } })
  expect(lost.status).toBe('rejected')
  client.release(true)
  expect(await firstRow(db(), 'SELECT 1 AS one')).toEqual(one)
})

test('a transaction fails with it', async () => {
  await expect(runTransaction((client) => client.query('SELECT pg_sleep(60)'))).rejects.toThrow(late)
  expect(await runTransaction((client) => firstRow(client, 'SELECT 1 AS one'))).toEqual(one)
})

test('a transaction whose process is silent ends after a minute', async () => {
  expect(await firstRow(db(), 'SHOW idle_in_transaction_session_timeout')).toEqual({
    idle_in_transaction_session_timeout: '1min',
  })
})

test('work with a long statement timeout waits longer, and usual connections stay', async () => {
  const quick = await db().connect()
  await quick.query('SELECT 1 AS one')
  await expect(withLongStatementTimeout(() => db().query('SELECT pg_sleep(2.5)'))).resolves.toMatchObject({
    rowCount: 1,
  })
  expect(await firstRow(quick, 'SELECT 1 AS one')).toEqual(one)
  quick.release()
})

test('the ledger’s file waits for its rows', async () => {
  await asOwner(async (owner) => {
    await owner.query('BEGIN; LOCK TABLE journal IN ACCESS EXCLUSIVE MODE')
    const reading = everyJournal().next()
    await owner.query('SELECT pg_sleep(2.5)')
    await owner.query('COMMIT')
    await expect(reading).resolves.toMatchObject({ done: true })
  })
})

test('work that waits for a connection keeps its own patience, whoever gives one back', async () => {
  const [first, second] = [await db().connect(), await db().connect()]
  const slow = withLongStatementTimeout(() => db().query('SELECT pg_sleep(2.5)'))
  const other = db().query('SELECT pg_sleep(60)')
  first.release()
  await withLongStatementTimeout(async () => second.release())
  await expect(other).rejects.toThrow(late)
  await expect(slow).resolves.toMatchObject({ rowCount: 1 })
})

test('a stream of COPY is refused, and the connection goes on', async () => {
  const client = await db().connect()
  const copy = client.query(to('COPY (SELECT 1) TO STDOUT'))
  const [refusal] = await once(copy, 'error')
  expect(String(refusal)).toContain('not supported in pipeline mode')
  expect(await firstRow(client, 'SELECT 1 AS one')).toEqual(one)
  // The driver does not stop the refused stream's timer, which ends the connection later: no other test may get it.
  copy.on('error', () => undefined)
  client.release(true)
})
