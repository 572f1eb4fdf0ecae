import type pg from 'pg'
import { z } from 'zod'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { deleteObject, listKeys } from '#lib/core/storage.ts'
import { verifyBackupJob } from './jobs.ts'
import { withBackupLock } from './lock.ts'
import { readAppliedScripts } from './migrations.ts'
import { type Manifest, placeOf, type StoredTable, sealName } from './schema.ts'
import { storeTable, storeText } from './streams.ts'
import { listSequences, listTables, type Table } from './tables.ts'

/**
 * Makes a backup of all tables in one snapshot, and enqueues its check. Safe to run twice: a finished backup
 * stays, and an unfinished one of a dead worker is made again. A failure deletes the stored parts and marks
 * the backup as failed; staff are notified once no retry can follow (lib/domain/health/queries.ts).
 * @throws the reason of the failure
 */
export async function makeBackup(backupId: string): Promise<void> {
  await withBackupLock(async (client) => {
    const ordered = await kysely(db())
      .updateTable('backup')
      .set({ status: 'making', problem: '', failedAt: null })
      .where('id', '=', backupId)
      .where('status', 'in', ['making', 'failed'])
      .executeTakeFirst()
    if (ordered.numUpdatedRows === 0n) return
    const startedAt = performance.now()
    try {
      const { manifest, size } = await store(client, backupId)
      await markMade(manifest, size, performance.now() - startedAt)
    } catch (error) {
      await markFailed(
        backupId,
        say('backup.not_made', { why: error instanceof Error ? error.message : String(error) }),
      )
      throw error
    }
  })
}

const versionRows = z.tuple([z.object({ version: z.string() })])

async function store(client: pg.Client, backupId: string): Promise<{ manifest: Manifest; size: number }> {
  try {
    const listed = await openSnapshot(client)
    const takenAt = now()
    const version = await client.query(`SELECT current_setting('server_version') AS version`)
    const migrations = await readAppliedScripts(client)
    const tables: StoredTable[] = []
    for (const table of listed) tables.push(await storeTable(client, backupId, table))
    const manifest: Manifest = {
      format: 1,
      id: backupId,
      taken_at: takenAt.toISOString(),
      server_version: versionRows.parse(version.rows)[0].version,
      migrations,
      tables,
      sequences: await listSequences(client),
    }
    // The manifest is stored last: without it the backup does not exist.
    const text = JSON.stringify(manifest)
    const own = await storeText(placeOf.manifest(backupId), sealName(backupId, 'manifest'), text)
    return { manifest, size: tables.reduce((sum, table) => sum + table.size, own) }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
  }
}

async function markMade(manifest: Manifest, size: number, tookMs: number): Promise<void> {
  await transaction(async (tx) => {
    await tx.kysely
      .updateTable('backup')
      .set({
        status: 'made',
        madeAt: manifest.taken_at,
        size: BigInt(size),
        tables: manifest.tables.length,
        rows: BigInt(manifest.tables.reduce((sum, table) => sum + table.rows, 0)),
        makeMs: Math.round(tookMs),
        problem: '',
      })
      .where('id', '=', manifest.id)
      .execute()
    await enqueue(tx, verifyBackupJob, { backupId: manifest.id })
  })
  log.info({ backup: manifest.id, bytes: size }, 'backup made')
}

/** Marks a backup as failed, and deletes its stored parts. */
export async function markFailed(backupId: string, problem: Sentence): Promise<void> {
  log.error({ backup: backupId, problem: String(problem) }, 'backup failed')
  await kysely(db())
    .updateTable('backup')
    .set({ status: 'failed', problem: problem.coded, failedAt: now() })
    .where('id', '=', backupId)
    .where('status', '=', 'making')
    .execute()
  await deleteStored(backupId).catch((error: Error) =>
    log.warn({ backup: backupId, err: error.message }, 'remains of a backup not deleted'),
  )
}

/** Deletes the manifest first: without it the other parts are no backup. */
export async function deleteStored(backupId: string): Promise<void> {
  await deleteObject(placeOf.manifest(backupId))
  for (const key of await listKeys(placeOf.folder(backupId))) await deleteObject({ bucket: 'private', key })
}

/**
 * Opens a transaction with one snapshot of the whole database, in which no table can be rewritten or dropped.
 *
 * A table that is rewritten after a snapshot looks empty in it ("Caveats" of MVCC in PostgreSQL's manual),
 * and COPY would silently read no rows. So every table is locked first: LOCK TABLE takes no snapshot, the
 * first SELECT does. The snapshot contains earlier rewrites, and later ones wait for the locks.
 * @returns every table of the snapshot
 * @throws Error if a table was created after the list to lock was read
 */
async function openSnapshot(client: pg.Client): Promise<Table[]> {
  const listed = await listTables(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`LOCK TABLE ${listed.map(({ quoted }) => quoted).join(', ')} IN ACCESS SHARE MODE`)
  // This query takes the snapshot. A locked table cannot be renamed, so an unknown name is a table without
  // lock.
  const tables = await listTables(client)
  const locked = new Set(listed.map(({ name }) => name))
  const late = tables.find(({ name }) => !locked.has(name))
  if (late) throw new Error(`the table ${late.name} was made while the others were being locked`)
  return tables
}
