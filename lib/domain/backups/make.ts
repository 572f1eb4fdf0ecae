import type pg from 'pg'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { deleteObject, listKeys } from '#lib/core/storage.ts'
import { listSequences, listTables } from './catalogue.ts'
import { verifyBackupJob } from './jobs.ts'
import { readAppliedScripts } from './migration-scripts.ts'
import { type Manifest, placeOf, type StoredTable, sealName } from './schema.ts'
import { storeTable, storeText } from './streams.ts'
import { holdingTheLock } from './turn.ts'

/**
 * Makes a backup that was ordered, of all tables in one snapshot, and has it checked. May run twice: what is made stays,
 * what a dead worker left half-made is made anew. Where it cannot be made it is `failed`, nothing of it is kept, and a
 * retry may still make it.
 * @throws whatever kept it from being made
 */
export async function makeBackup(backupId: string): Promise<void> {
  await holdingTheLock(async (client) => {
    const ordered = await firstRow(
      db(),
      `UPDATE backup SET status = 'making', problem = '' WHERE id = $1 AND status IN ('making', 'failed') RETURNING id`,
      [backupId],
    )
    if (!ordered) return
    const startedAt = performance.now()
    try {
      const { manifest, size } = await store(client, backupId)
      await keep(manifest, size, performance.now() - startedAt)
    } catch (error) {
      await giveUp(backupId, `It could not be made: ${error instanceof Error ? error.message : error}.`)
      throw error
    }
  })
}

async function store(client: pg.Client, backupId: string): Promise<{ manifest: Manifest; size: number }> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    // The first query takes the snapshot.
    const version = await client.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    )
    const takenAt = now()
    const migrations = await readAppliedScripts(client)
    const tables: StoredTable[] = []
    for (const table of await listTables(client)) tables.push(await storeTable(client, backupId, table))
    const manifest: Manifest = {
      format: 1,
      id: backupId,
      taken_at: takenAt.toISOString(),
      server_version: version.rows[0]?.version ?? '',
      migrations,
      tables,
      sequences: await listSequences(client),
    }
    // Last of all: until it is there, there is no backup.
    const text = JSON.stringify(manifest)
    const own = await storeText(placeOf.manifest(backupId), sealName(backupId, 'manifest'), text)
    return { manifest, size: tables.reduce((sum, table) => sum + table.size, own) }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
  }
}

async function keep(manifest: Manifest, size: number, tookMs: number): Promise<void> {
  await transaction(async (tx) => {
    await rows(
      tx.client,
      `UPDATE backup SET status = 'made', made_at = $2, size = $3, tables = $4, rows = $5, make_ms = $6, problem = ''
        WHERE id = $1`,
      [
        manifest.id,
        manifest.taken_at,
        size,
        manifest.tables.length,
        manifest.tables.reduce((sum, table) => sum + table.rows, 0),
        Math.round(tookMs),
      ],
    )
    await enqueue(tx, verifyBackupJob, { backupId: manifest.id })
  })
  log.info({ backup: manifest.id, bytes: size }, 'backup made')
}

/** Marks a backup as failed and deletes what there is of it. */
export async function giveUp(backupId: string, problem: string): Promise<void> {
  log.error({ backup: backupId, problem }, 'backup failed')
  await rows(db(), `UPDATE backup SET status = 'failed', problem = $2 WHERE id = $1 AND status = 'making'`, [
    backupId,
    problem,
  ])
  await deleteStored(backupId).catch((error: Error) =>
    log.warn({ backup: backupId, err: error.message }, 'remains of a backup not deleted'),
  )
}

/** Deletes all objects of a backup, its manifest first: without it the rest is nothing. */
export async function deleteStored(backupId: string): Promise<void> {
  await deleteObject(placeOf.manifest(backupId))
  for (const key of await listKeys(placeOf.folder(backupId))) await deleteObject({ bucket: 'private', key })
}
