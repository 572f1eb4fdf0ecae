import { now } from '#lib/core/clock.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { listKeys } from '#lib/core/storage.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { listTables } from './catalogue.ts'
import { DamageError } from './errors.ts'
import { compareTables, loadBackup, readManifest } from './load.ts'
import type { Manifest } from './schema.ts'

/** What the store itself has, newest first: the database that listed it may be gone. */
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
 * Restores a backup into a database of its own on the same server, never over one that holds something, and checks it as
 * the nightly check does.
 * @param into the database's name; made where it is not there, refused where it has tables
 * @returns its name
 * @throws DamageError where the backup is at fault
 */
export async function restoreBackup(
  backupId: string,
  into: string | undefined,
  tell: (sentence: string) => void,
): Promise<string> {
  const contents = await readManifest(backupId)
  const name = into ?? `${ownDatabase()}_restored_${now().toISOString().slice(0, 19).replace(/\D/g, '')}`
  await createDatabase(name)
  tell(`Loading ${contents.tables.length} tables as of ${contents.taken_at} into ${name}.`)
  await withOwner(async (client) => {
    if ((await listTables(client)).length > 0)
      throw new Error(`The database ${name} is not empty: nothing is restored over what is there.`)
    await loadBackup(client, contents)
    tell('Comparing every table, and running the laws of the ledger.')
    await compareTables(client, contents)
    const broken = await brokenInvariants(client, allInvariants)
    if (broken.length > 0) throw new DamageError(broken.join('\n'))
    await enterItself(client, contents)
  }, name)
  return name
}

/** A server in trouble may have no database of ours any more: any one will do to make another from. */
async function createDatabase(name: string): Promise<void> {
  await withOwner(async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  }, 'postgres')
}

/** In its own picture a backup is still being made. */
async function enterItself(
  client: Parameters<typeof listTables>[0],
  { id, taken_at, tables }: Manifest,
): Promise<void> {
  await client.query(
    `UPDATE backup SET status = 'verified', made_at = $2, verified_at = $3, size = $4, tables = $5, rows = $6 WHERE id = $1`,
    [id, taken_at, now(), tables.reduce((sum, { size }) => sum + size, 0), tables.length, rowsOf(tables)],
  )
}

const rowsOf = (tables: Manifest['tables']) => tables.reduce((sum, { rows }) => sum + rows, 0)
