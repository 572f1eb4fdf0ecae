import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { backupsLock } from '#lib/domain/backups/migrations.ts'
import { migrate } from '#prisma/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

let folder: string
let database: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-migrations-'))
  database = await createTestDatabase(inject('services').databaseUrl)
  await run('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

function write(name: string, sql: string): void {
  writeFileSync(path.join(folder, `${name}.sql`), sql)
}

async function run(sql: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const drum = `CREATE TABLE drum (id int CHECK (id > 0));
CREATE FUNCTION beat() RETURNS int AS $$ BEGIN RETURN 1; END; $$ LANGUAGE plpgsql;`

test('migrations are applied once, in the order of their names, function bodies whole', async () => {
  write('2_more', 'INSERT INTO drum VALUES (beat());')
  write('1_first', drum)
  expect(await migrate(database.url, folder)).toEqual(['1_first', '2_more'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await run('SELECT id FROM drum')).toEqual([{ id: 1 }])
})

test('a migration that fails is named, leaves nothing behind, and is applied once it is mended', async () => {
  write('1_first', drum)
  write('2_broken', 'INSERT INTO drum VALUES (2); INSERT INTO nowhere VALUES (1);')
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /^Migration 2_broken failed: .*"nowhere" does not exist$/s,
  )
  expect(await run('SELECT id FROM drum')).toEqual([])
  write('2_broken', 'INSERT INTO drum VALUES (2);')
  expect(await migrate(database.url, folder)).toEqual(['2_broken'])
})

test('the script of each applied migration is in the database, also where a later one fails', async () => {
  write('1_first', drum)
  write('2_broken', 'INSERT INTO nowhere VALUES (1);')
  await expect(migrate(database.url, folder)).rejects.toThrow('Migration 2_broken failed')
  const noted = [{ name: '1_first', script: drum, applied_at: expect.any(Date) }]
  expect(await run('SELECT * FROM migration')).toEqual(noted)
})

test('a migration includes files, and one that was changed after it was applied is refused', async () => {
  writeFileSync(path.join(folder, 'beat.txt'), '-- $&\n')
  write('1_first', `\\ir beat.txt\n${drum}`)
  await migrate(database.url, folder)
  expect(await run('SELECT script FROM migration')).toEqual([{ script: `-- $&\n${drum}` }])
  writeFileSync(path.join(folder, 'beat.txt'), '-- another\n')
  write('2_more', 'INSERT INTO drum VALUES (1);')
  await expect(migrate(database.url, folder)).rejects.toThrow('The migration 1_first was changed after')
  expect(await run('SELECT id FROM drum')).toEqual([])
})

test('a database of before the baseline is refused in one sentence and stays as it is', async () => {
  await run('CREATE TABLE _prisma_migrations (); CREATE TABLE account (id int)')
  write('1_first', drum)
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /^This database was made by a version before 1\.0\.0/,
  )
  expect(await run("SELECT to_regclass('migration') AS made")).toEqual([{ made: null }])
})

describe('what a migration changes is in use', () => {
  const quickRetries = { waitMs: 300, pauseMs: 1 }
  const widening = 'ALTER TABLE drum ADD COLUMN twice int GENERATED ALWAYS AS (id * 2) STORED;'
  let using: pg.Client
  beforeEach(async () => {
    write('1_first', drum)
    await migrate(database.url, folder)
    using = new pg.Client({ connectionString: database.url })
    await using.connect()
    await using.query('BEGIN; INSERT INTO drum VALUES (1)')
  })
  afterEach(() => using.end())

  test('others pass it meanwhile, no backup begins, and it is applied once the table is free', async () => {
    write('2_wider', `INSERT INTO drum VALUES (3); ${widening}`)
    const told: string[] = []
    const migrated = migrate(database.url, folder, {
      ...quickRetries,
      tries: Infinity,
      tell: (sentence) => told.push(sentence),
    })
    await until('the migration waits for the table', async () => (await countWaiting(using)) === 1)
    // It stands behind the migration, and the table is not let go of before it has passed.
    await run('INSERT INTO drum VALUES (2)')
    expect(await run(`SELECT pg_try_advisory_lock(${backupsLock}) AS free`)).toEqual([{ free: false }])
    await using.query('COMMIT')
    expect(await migrated).toEqual(['2_wider'])
    expect(told[0]).toMatch(/is in use: .* It is tried again, 2 of/)
    expect(await run('SELECT id, twice FROM drum ORDER BY id')).toEqual(
      [1, 2, 3].map((id) => ({ id, twice: id * 2 })),
    )
    expect(await run('SELECT count(*)::int FROM migration')).toEqual([{ count: 2 }])
  })

  test('one that is in use for too long ends it in plain words, and the next run applies it', async () => {
    write('2_wider', widening)
    const told: string[] = []
    const migrated = migrate(database.url, folder, {
      ...quickRetries,
      tries: 2,
      tell: (sentence) => told.push(sentence),
    })
    await expect(migrated).rejects.toThrow(/^Migration 2_wider failed: .* in use at each of 2 tries/s)
    expect(told).toHaveLength(1)
    await using.query('COMMIT')
    expect(await migrate(database.url, folder)).toEqual(['2_wider'])
  })
})

test('one of two migrations waits for the other, and finds nothing to do', async () => {
  write('1_first', drum)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(`SELECT pg_advisory_lock(${backupsLock})`)
  const told = Promise.withResolvers<string>()
  const both = Promise.all([1, 2].map(() => migrate(database.url, folder, { tell: told.resolve })))
  expect(await told.promise).toContain('another migration')
  await other.end()
  expect((await both).flat()).toEqual(['1_first'])
})
