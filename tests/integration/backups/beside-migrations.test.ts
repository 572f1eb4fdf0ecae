// Backups and migrations at one time, and what rewrites tables without being a migration.
import { expect, onTestFinished, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { readManifest } from '#lib/domain/backups/load.ts'
import { withBackupLock } from '#lib/domain/backups/lock.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { migrate } from '#prisma/migrate.ts'
import { orderBackup, setUpBackups, verified } from '#tests/support/backups.ts'
import { asOwner, holdsUp } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

setUpBackups()

/** Begins a backup, and changes something once it waits for its first table. */
async function beginBeside(id: string, change: string): Promise<{ making: Promise<void> }> {
  return asOwner(async (client) => {
    await client.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
    const making = makeBackup(id)
    await until('the backup waits for the table', () => holdsUp(client))
    await asOwner((other) => other.query(change))
    await client.query('ROLLBACK')
    return { making }
  })
}

test('a table that is rewritten while a backup waits for another one is in it with all its rows', async () => {
  const id = await orderBackup()
  const rewriting = 'ALTER TABLE video ADD COLUMN twice TEXT GENERATED ALWAYS AS (title || title) STORED'
  const { making } = await beginBeside(id, rewriting)
  await making
  const { tables } = await readManifest(id)
  expect(tables.find(({ name }) => name === 'video')?.rows).toBe(1)
  expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
})

test('with a table that came too late to be locked a backup fails, and the next try makes it', async () => {
  const id = await orderBackup()
  const { making } = await beginBeside(id, 'CREATE TABLE late (id INT PRIMARY KEY)')
  onTestFinished(async () => {
    await asOwner((client) => client.query('DROP TABLE late'))
  })
  await expect(making).rejects.toThrow('the table late was made while the others were being locked')
  await makeBackup(id)
  const { tables } = await readManifest(id)
  expect(tables.map(({ name }) => name)).toContain('late')
})

test('a migration waits until a backup is over, and says so', async () => {
  const told = Promise.withResolvers<string>()
  let migrated: Promise<string[]> | undefined
  await withBackupLock(async () => {
    migrated = migrate(env.DATABASE_URL, undefined, { tell: told.resolve })
    const first = await Promise.race([told.promise, migrated])
    expect(first).toContain('A backup is under way')
  })
  expect(await migrated).toEqual([])
})
