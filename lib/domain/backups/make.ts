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
 * Makes a backup that was ordered, of all tables in one snapshot, and has it checked. It may run twice: a finished backup
 * stays as it is, an unfinished one of a worker that died is made again. If it cannot be made, it is marked as failed and
 * what was stored of it is deleted; a later try may still make it, and until none can come nobody is told (lib/domain/health/queries.ts).
 * @throws whatever kept it from being made
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
    // The manifest is stored last: until it is there, the backup does not exist.
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

/** Marks a backup as failed and deletes what there is of it. */
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

/** Deletes all objects of a backup. The manifest goes first: without it the rest can not be taken for a backup. */
export async function deleteStored(backupId: string): Promise<void> {
  await deleteObject(placeOf.manifest(backupId))
  for (const key of await listKeys(placeOf.folder(backupId))) await deleteObject({ bucket: 'private', key })
}

/**
 * Opens a transaction that shows one moment of the whole database, and in which no table can be rewritten or dropped until it ends.
 *
 * A table that was rewritten after a snapshot was taken looks empty in it ("Caveats" of MVCC in PostgreSQL's manual), and COPY would
 * read no rows without an error. So every table is locked before: LOCK TABLE takes no snapshot, the first SELECT after it does. A
 * rewrite that was quicker than a lock is in the snapshot then, and a slower one waits until the transaction ends.
 * @returns every table that is there at that moment
 * @throws Error where one was made after those to be locked were listed
 */
async function openSnapshot(client: pg.Client): Promise<Table[]> {
  const listed = await listTables(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`LOCK TABLE ${listed.map(({ quoted }) => quoted).join(', ')} IN ACCESS SHARE MODE`)
  // This takes the snapshot. A table that is locked keeps its name, so names are enough to tell which were not.
  const tables = await listTables(client)
  const locked = new Set(listed.map(({ name }) => name))
  const late = tables.find(({ name }) => !locked.has(name))
  if (late) throw new Error(`the table ${late.name} was made while the others were being locked`)
  return tables
}
