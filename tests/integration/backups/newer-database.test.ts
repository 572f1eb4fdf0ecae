// A database that is newer than the release whose worker makes the backups: between a migration and the rollout of its release, and
// after the way back (docs/operations/deploy.md). The database has the scripts that the release lacks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { restoreBackup } from '#lib/domain/backups/restore.ts'
import { migrate } from '#prisma/migrate.ts'
import { madeBackup, setUpBackups, verified } from '#tests/support/backups.ts'

setUpBackups()

const newest = '99991231000000_of_the_next_release'
const script = `CREATE TABLE of_the_next_release (id INT PRIMARY KEY, word TEXT NOT NULL);
INSERT INTO of_the_next_release VALUES (1, 'né 🕺');`

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-next-'))
  writeFileSync(path.join(folder, `${newest}.sql`), script)
  expect(await migrate(env.DATABASE_URL, folder)).toEqual([newest])
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the older release migrates nothing', async () => {
  expect(await migrate(env.DATABASE_URL)).toEqual([])
})

test('a migration that this installation has not got stops no backup, and the backup restores', async () => {
  const id = await madeBackup()
  expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  const name = `${ownDatabase()}_next`
  await restoreBackup(id, name, () => undefined)
  const found = await withOwner(async (client) => {
    const words = await client.query('SELECT word FROM of_the_next_release')
    const noted = await client.query('SELECT script FROM migration WHERE name = $1', [newest])
    return { words: words.rows, noted: noted.rows }
  }, name)
  expect(found).toEqual({ words: [{ word: 'né 🕺' }], noted: [{ script }] })
  await withOwner((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
})

test('the product’s role reads the scripts and changes none', async () => {
  expect(await rows(db(), 'SELECT name FROM migration WHERE name = $1', [newest])).toHaveLength(1)
  for (const statement of [
    `INSERT INTO migration VALUES ('a', 'b')`,
    `UPDATE migration SET script = ''`,
    'DELETE FROM migration',
  ])
    await expect(rows(db(), statement)).rejects.toThrow('permission denied')
})
