// A database that is newer than the release whose worker makes the backups: between a migration and the rollout of its release, and
// after the way back (docs/operations/deploy.md). The scripts that the image has not got are in the database.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { restoreBackup } from '#lib/domain/backups/restore.ts'
import { migrate } from '#prisma/migrate.ts'
import { madeBackup, orderBackup, readBackupRow, setUpBackups, verified } from '#tests/support/backups.ts'
import { asOwner } from '#tests/support/owner.ts'

setUpBackups()

const own = path.resolve('prisma/migrations')
const newest = '99991231000000_of_the_next_release'
const script = `CREATE TABLE of_the_next_release (id INT PRIMARY KEY, word TEXT NOT NULL);
INSERT INTO of_the_next_release VALUES (1, 'né 🕺');`

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-next-'))
  cpSync(own, folder, { recursive: true })
  mkdirSync(path.join(folder, newest))
  writeFileSync(path.join(folder, newest, 'migration.sql'), script)
  expect(await migrate(env.DATABASE_URL, folder)).toEqual([newest])
})
beforeEach(async () => {
  await migrate(env.DATABASE_URL, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const forget = (name: string) =>
  asOwner((client) => client.query('DELETE FROM migration_script WHERE name = $1', [name]))
const keptNames = async () => {
  const kept = await asOwner((client) => client.query('SELECT name FROM migration_script ORDER BY name'))
  return kept.rows.map(({ name }) => name)
}

test('all that were applied are kept, also those of before the table, once db:migrate runs again', async () => {
  const all = readdirSync(folder).filter((name) => !name.endsWith('.toml'))
  expect(await keptNames()).toEqual(all.sort())
  await asOwner((client) => client.query('DELETE FROM migration_script'))
  expect(await migrate(env.DATABASE_URL, folder)).toEqual([])
  expect(await keptNames()).toEqual(all)
  // What somebody has changed by hand is put right.
  await asOwner((client) => client.query(`UPDATE migration_script SET script = 'SELECT 1'`))
  await migrate(env.DATABASE_URL, folder)
  expect(await rows(db(), `SELECT name FROM migration_script WHERE script = 'SELECT 1'`)).toEqual([])
  // The older one's, which knows fewer.
  expect(await migrate(env.DATABASE_URL)).toEqual([])
  expect(await keptNames()).toEqual(all)
})

test('a migration that this installation has not got stops no backup, and the backup restores', async () => {
  const id = await madeBackup()
  expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  const name = `${ownDatabase()}_next`
  await restoreBackup(id, name, () => undefined)
  const found = await withOwner(async (client) => {
    const words = await client.query('SELECT word FROM of_the_next_release')
    const kept = await client.query('SELECT script FROM migration_script WHERE name = $1', [newest])
    return { words: words.rows, kept: kept.rows }
  }, name)
  expect(found).toEqual({ words: [{ word: 'né 🕺' }], kept: [{ script }] })
  await asOwner((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
})

test('where nobody has kept it the backup fails and names it, and a retry makes it once it is kept', async () => {
  await forget(newest)
  const id = await orderBackup()
  await expect(makeBackup(id)).rejects.toThrow(newest)
  expect(await readBackupRow(id)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining(newest),
  })
  await migrate(env.DATABASE_URL, folder)
  await makeBackup(id)
  expect(await readBackupRow(id)).toMatchObject({ status: 'made', problem: '' })
})

test('the one that ran counts: not the file of this installation where it differs, and no kept one that was changed', async () => {
  const last =
    readdirSync(own)
      .filter((name) => !name.endsWith('.toml'))
      .sort()
      .at(-1) ?? ''
  const before = await asOwner((client) =>
    client.query('SELECT checksum, script FROM migration_script WHERE name = $1', [last]),
  )
  const change = async (checksum: string, text: string) => {
    await asOwner(async (client) => {
      await client.query('UPDATE _prisma_migrations SET checksum = $2 WHERE migration_name = $1', [
        last,
        checksum,
      ])
      await client.query('UPDATE migration_script SET checksum = $2, script = $3 WHERE name = $1', [
        last,
        checksum,
        text,
      ])
    })
  }
  const ran = `-- As it ran.\n${before.rows[0].script}`
  const hash = createHash('sha256').update(ran).digest('hex')
  await change(hash, ran)
  expect(await verified(await madeBackup())).toMatchObject({ status: 'verified', problem: '' })
  await change(hash, `${ran}-- And more.`)
  await expect(madeBackup()).rejects.toThrow(last)
  await change(before.rows[0].checksum, before.rows[0].script)
})

test('the product’s role reads them and changes none', async () => {
  expect(await rows(db(), 'SELECT name FROM migration_script WHERE name = $1', [newest])).toHaveLength(1)
  for (const statement of [
    `INSERT INTO migration_script VALUES ('a', 'b', 'c')`,
    `UPDATE migration_script SET script = ''`,
    'DELETE FROM migration_script',
  ])
    await expect(rows(db(), statement)).rejects.toThrow('permission denied')
})
