// What an older database expected beside its ledger becomes one journal of the ledger.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cashInvariants } from '#lib/domain/cash/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { migrate } from '#prisma/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const prisma = path.resolve(import.meta.dirname, '../../../prisma')
const last = '20261129134205_books_know_the_bank.sql'
let folder: string
let database: TestDatabase
let client: pg.Client

/** A database of before the bank was known. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-opening-'))
  mkdirSync(path.join(folder, 'migrations'))
  symlinkSync(path.join(prisma, 'sql'), path.join(folder, 'sql'))
  add('20261129000000_baseline.sql')
  database = await createTestDatabase(inject('services').databaseUrl)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(database.url, path.join(folder, 'migrations'))
})

afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function add(name: string): void {
  cpSync(path.join(prisma, 'migrations', name), path.join(folder, 'migrations', name))
}

const rowsOf = async (sql: string) => (await client.query(sql)).rows

test('baselines are one opening journal, and checks of before say what was expected then', async () => {
  await client.query(`
    INSERT INTO balance_baseline (account, amount, set_at) VALUES ('working', -2500, now()), ('utility', 1000000, now());
    INSERT INTO balance_check (request_id, at, working, utility, collected, paid_out)
      VALUES (gen_random_uuid(), now(), 5000, 990000, 7500, 10000)`)
  add(last)
  await migrate(database.url, path.join(folder, 'migrations'))
  const posted = `SELECT kind, posted::int FROM account WHERE posted <> 0 ORDER BY kind`
  expect(await rowsOf(posted)).toEqual([
    { kind: 'mpesa_collection', posted: 2_500 },
    { kind: 'mpesa_float', posted: -1_000_000 },
    { kind: 'owner_funds', posted: 997_500 },
  ])
  expect(await rowsOf('SELECT kind, state, amount::int FROM cash_journal')).toEqual([
    { kind: 'opening', state: 'confirmed', amount: 997_500 },
  ])
  expect(await rowsOf('SELECT booked_working::int, booked_utility::int FROM balance_check')).toEqual([
    { booked_working: 5_000, booked_utility: 990_000 },
  ])
  expect(await brokenInvariants(client, [...ledgerInvariants, ...cashInvariants])).toEqual([])
})

test('without a baseline nothing is posted', async () => {
  add(last)
  await migrate(database.url, path.join(folder, 'migrations'))
  expect(await rowsOf('SELECT id FROM journal')).toEqual([])
})
