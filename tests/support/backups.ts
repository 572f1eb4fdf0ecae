// Backups in tests: ordered, made and checked as the worker does it, and their objects changed by whoever holds the key.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { openStream, sealStream } from '#lib/core/sealed-stream.ts'
import { putObject, readObject } from '#lib/core/storage.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { type Manifest, manifest, placeOf, sealName } from '#lib/domain/backups/schema.ts'
import { verifyBackup } from '#lib/domain/backups/verify.ts'

export async function orderBackup(): Promise<string> {
  const id = newId()
  await rows(db(), 'INSERT INTO backup (id) VALUES ($1)', [id])
  return id
}

export async function madeBackup(): Promise<string> {
  const id = await orderBackup()
  await makeBackup(id)
  return id
}

/** Checks a backup. @returns how it came out */
export async function verified(id: string) {
  await verifyBackup(id)
  return readBackupRow(id)
}

export function readBackupRow(id: string) {
  return firstRow<{ status: string; problem: string; verified_at: Date | null; size: bigint; rows: bigint }>(
    db(),
    'SELECT status::text, problem, verified_at, size, rows FROM backup WHERE id = $1',
    [id],
  )
}

/** Replaces what a part of a backup holds, sealed as it should be. */
async function rewrite(id: string, part: string, change: (text: string) => string): Promise<void> {
  const at = part === 'manifest' ? placeOf.manifest(id) : placeOf.table(id, part)
  const sealed = Readable.from([Buffer.from(await readObject(at))])
  const about = sealName(id, part)
  const opened = await buffer(sealed.compose(openStream([env.BACKUP_KEY], about)).compose(createGunzip()))
  const changed = Readable.from([Buffer.from(change(opened.toString('utf8')))])
  const body = await buffer(changed.compose(createGzip()).compose(sealStream(env.BACKUP_KEY, about)))
  await putObject(at, { body, contentType: 'application/octet-stream' })
}

export function rewriteTable(id: string, table: string, change: (text: string) => string): Promise<void> {
  return rewrite(id, table, change)
}

export function rewriteManifest(id: string, change: (contents: Manifest) => Manifest): Promise<void> {
  return rewrite(id, 'manifest', (text) => JSON.stringify(change(manifest.parse(JSON.parse(text)))))
}
