import type pg from 'pg'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { kysely } from '#lib/core/kysely.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { say } from '#lib/core/sentence.ts'
import { listKeys } from '#lib/core/storage.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { brokenInvariants, giveRoom } from '#lib/domain/ledger/invariants.ts'
import { createDatabase } from './create-database.ts'
import { DamageError } from './errors.ts'
import { checkFiles, type FileCheck } from './files.ts'
import { compareTables, loadBackup, readManifest } from './load.ts'
import { whileKept } from './lock.ts'
import type { Manifest } from './schema.ts'
import { listTables } from './tables.ts'

/** Lists backups newest first, from the store, because the database with their rows may be lost. */
export async function listStored(): Promise<{ id: string; about: string }[]> {
  const keys = await listKeys({ bucket: 'private', key: 'backups/' })
  const ids = keys.flatMap((key) => /^backups\/([0-9a-f-]{36})\/manifest$/.exec(key)?.[1] ?? [])
  const found = await Promise.all(
    ids.map((id) =>
      readManifest(id).then(
        ({ taken_at, tables }) => ({
          id,
          takenAt: taken_at,
          about: `${taken_at}, ${tables.length} tables, ${rowsOf(tables)} rows`,
        }),
        (error: Error) => ({ id, takenAt: '', about: error.message }),
      ),
    ),
  )
  return found.sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1)).map(({ id, about }) => ({ id, about }))
}

/**
 * Restores a backup into a separate database on the same server, never over data, and checks it like the
 * nightly check. Missing files do not prevent the restore. No worker of this server deletes the backup
 * meanwhile. A failed restore leaves its database for inspection, and says how to drop it.
 * @param into the database's name; created if it does not exist, refused if it has tables
 * @returns its name, and the check of its files
 * @throws DamageError if the backup is at fault
 */
export function restoreBackup(
  backupId: string,
  into: string | undefined,
  tell: (sentence: string) => void,
): Promise<Restored> {
  return whileKept(backupId, async () => {
    const contents = await readManifest(backupId)
    const name = into ?? nameBegin() + now().toISOString().slice(0, 19).replace(/\D/g, '')
    await createUnlessThere(name)
    tell(`Loading ${contents.tables.length} tables as of ${contents.taken_at} into ${name}.`)
    const files = await withOwner(async (client) => {
      if ((await listTables(client)).length > 0)
        throw new Error(`The database ${name} is not empty: nothing is restored over what is there.`)
      await loadBackup(client, contents)
      tell('Comparing every table, and running the invariants of the books.')
      await compareTables(client, contents)
      await giveRoom(client, 'connection')
      const broken = await brokenInvariants(client, allInvariants)
      if (broken.length > 0)
        throw new DamageError(
          say('as_it_is', {
            words: `All rows are in ${name} as they were backed up, but the books in it are not right:\n${broken.join('\n')}`,
          }),
        )
      await recordItself(client, contents)
      return checkFiles(client)
    }, name).catch(async (error: Error) => {
      await tellLeft(name, tell).catch(() => undefined)
      throw error
    })
    return { database: name, files }
  })
}

type Restored = { database: string; files: FileCheck }

/**
 * Prefix of the names of restored databases. If our own database was restored, its own suffix is dropped
 * first.
 */
const nameBegin = () => `${ownDatabase().replace(/_restored_\d{14}$/, '')}_restored_`

/** Connects to the database `postgres`, because our own may be lost. */
async function createUnlessThere(name: string): Promise<void> {
  await withOwner(async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await createDatabase(client, name)
  }, 'postgres')
}

const statements = z.array(z.object({ drop: z.string() }))

/**
 * Prints how to drop the databases of restores, except our own database and those in use. Autovacuum does not
 * count as a use.
 * @param failed the database of the restore that just failed, whose connection may not have ended yet
 */
async function tellLeft(failed: string, tell: (sentence: string) => void): Promise<void> {
  const { rows } = await withOwner(
    (client) =>
      client.query(
        `SELECT format('DROP DATABASE %I;', d.datname) AS drop FROM pg_database d
          WHERE starts_with(d.datname, $1) AND d.datname <> $2
            AND (d.datname = $3 OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid AND a.usesysid IS NOT NULL))
          ORDER BY d.datname`,
        [nameBegin(), ownDatabase(), failed],
      ),
    'postgres',
  )
  const left = statements.parse(rows).map(({ drop }) => drop)
  if (left.length > 0)
    tell(
      `Restores have left databases that nobody is connected to. In psql, those that are not needed are dropped by:\n${left.join('\n')}`,
    )
}

/**
 * Marks the backup as verified in the restored database, whose row still says that the backup is being made.
 */
async function recordItself(client: pg.Client, { id, taken_at, tables }: Manifest): Promise<void> {
  await kysely(client)
    .updateTable('backup')
    .set({
      status: 'verified',
      madeAt: taken_at,
      verifiedAt: now(),
      size: BigInt(tables.reduce((sum, { size }) => sum + size, 0)),
      tables: tables.length,
      rows: BigInt(rowsOf(tables)),
    })
    .where('id', '=', id)
    .execute()
}

const rowsOf = (tables: Manifest['tables']) => tables.reduce((sum, { rows }) => sum + rows, 0)
