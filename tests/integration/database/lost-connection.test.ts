// A connection that Postgres ends says so by an event as well as by the query that fails; unheard, that ends the process.
import { afterAll, expect, test } from 'vitest'
import { closeDb, db, firstRow, runTransaction } from '#lib/core/db.ts'

afterAll(closeDb)

const lost = new Error('terminating connection due to unexpected postmaster exit')

test('lost in the moment in which it changes hands, it ends nothing but itself', async () => {
  const client = await db().connect()
  // As from Postgres, before whoever waited for the connection has begun to listen.
  expect(() => client.emit('error', lost)).not.toThrow()
  client.release(lost)
  expect(await firstRow(db(), 'SELECT 1 AS one')).toEqual({ one: 1 })
})

test('cut off in a transaction, the transaction fails and the next one has a connection', async () => {
  const cut = runTransaction((client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'))
  await expect(cut).rejects.toThrow()
  const answer = await runTransaction((client) => firstRow(client, 'SELECT 1 AS one'))
  expect(answer).toEqual({ one: 1 })
})
