import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '#prisma/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

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
  mkdirSync(path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, name, 'migration.sql'), sql)
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

test('the script of each applied migration is kept, also where a later one fails, and as it ran in the end', async () => {
  const kept = () => run('SELECT name, checksum, script FROM migration_script ORDER BY name')
  const checksums = () =>
    run(
      'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY 1',
    )
  const table =
    'CREATE TABLE migration_script (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, script TEXT NOT NULL);'
  write('1_first', drum)
  write('2_table', table)
  write('3_broken', 'INSERT INTO nowhere VALUES (1);')
  await expect(migrate(database.url, folder)).rejects.toThrow('Migration 3_broken failed')
  expect(await kept()).toMatchObject([
    { name: '1_first', script: drum },
    { name: '2_table', script: table },
  ])
  write('3_broken', 'INSERT INTO drum VALUES (3);')
  await migrate(database.url, folder)
  expect((await kept()).map(({ name, script }) => [name, script])[2]).toEqual([
    '3_broken',
    'INSERT INTO drum VALUES (3);',
  ])
  expect((await kept()).map(({ name, checksum }) => ({ name, checksum }))).toEqual(await checksums())
})
