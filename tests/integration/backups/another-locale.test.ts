// A managed PostgreSQL sorts texts otherwise, and what a backup is restored into there has to sort them as the product does.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#lib/domain/backups/create-database.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { type RunningPostgres, startPostgres } from '#server/local/postgres.ts'

let dataDir: string
let server: RunningPostgres
let client: pg.Client
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-locale-'))
  server = await startPostgres({ dataDir, port: await findFreePort(), throwAway: true })
  client = new pg.Client({ connectionString: server.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.part.end()
  rmSync(dataDir, { recursive: true })
})

const localeOf = async (name: string) => {
  const { rows } = await client.query('SELECT datlocale FROM pg_database WHERE datname = $1', [name])
  return rows[0]?.datlocale
}

test('a database for a restore sorts as ours does, whatever the others of its server do', async () => {
  await client.query('ALTER DATABASE template1 IS_TEMPLATE false')
  await client.query('DROP DATABASE template1')
  await client.query(
    `CREATE DATABASE template1 TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C' IS_TEMPLATE true`,
  )
  await createDatabase(client, 'restored here')
  expect(await localeOf('restored here')).toBe('C.UTF-8')
  expect(await localeOf('restored here')).toBe(await localeOf('ngoma'))
})
