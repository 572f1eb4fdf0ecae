// What PostgreSQL writes down of statements that fail or are slow: never a phone, however it came in.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#server/local/free-port.ts'
import { discreetLog, lostClients, type RunningPostgres, startPostgres } from '#server/local/postgres.ts'

const PHONE = '254712345678'

let dataDir: string
let server: RunningPostgres
let client: pg.Client
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-log-'))
  server = await startPostgres({ dataDir, port: await findFreePort(), throwAway: true })
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE payer (phone TEXT PRIMARY KEY CHECK (length(phone) = 12), amount INTEGER)')
  await client.query('INSERT INTO payer VALUES ($1, 50)', [PHONE])
})
afterAll(async () => {
  await client.end()
  await server.part.end()
  rmSync(dataDir, { recursive: true })
})

const failing: [string, string, unknown[]][] = [
  ['a key that is taken', 'INSERT INTO payer VALUES ($1, 50)', [PHONE]],
  ['a rule that is broken', 'INSERT INTO payer VALUES ($1, 50)', [`${PHONE}0`]],
  ['a value of another type', 'SELECT $1::uuid', [PHONE]],
  ['a value in the statement', `INSERT INTO payer VALUES ('${PHONE}', 50)`, []],
  ['a number that is too large', 'UPDATE payer SET amount = $1::text::integer', [PHONE]],
  ['a sentence of a trigger', `DO $$ BEGIN RAISE EXCEPTION 'no such payer: %', '${PHONE}'; END $$`, []],
]

test.each(failing)('%s fails without its value in the log', async (_, statement, values) => {
  await expect(client.query(statement, values)).rejects.toThrow()
})

test('a slow statement is written down without what it was called with', async () => {
  // From here on each is slow.
  await client.query('SET log_min_duration_statement = 0')
  await client.query('SELECT count(*) FROM payer WHERE phone = $1', [PHONE])
  const log = readFileSync(server.part.logFile, 'utf8')
  expect(log).toContain('SELECT count(*) FROM payer WHERE phone = $1')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('71234')
})

test('compose starts it the same', () => {
  const compose = readFileSync(path.join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
  expect([...discreetLog, ...lostClients].filter((setting) => !compose.includes(`- -c${setting}\n`))).toEqual(
    [],
  )
})
