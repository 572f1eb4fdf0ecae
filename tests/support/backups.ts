// Orders, makes and checks backups as the worker does, and changes their objects.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { afterAll, beforeAll } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { ownDatabase } from '#lib/core/owner-connection.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { openStream, sealStream } from '#lib/core/sealed-stream.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { closeStorage, putObject, readObject } from '#lib/core/storage.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { type Manifest, manifest, placeOf, sealName } from '#lib/domain/backups/schema.ts'
import { verifyBackup } from '#lib/domain/backups/verify.ts'
import { openWallet, postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { addVideo, openMonth } from './contest.ts'
import { asOwner } from './owner.ts'

export async function storeTrackFiles(): Promise<void> {
  const tracks = await rows<{ key: string; size: number }>(
    db(),
    'SELECT object_key AS key, file_size AS size FROM track',
  )
  for (const { key, size } of tracks)
    await putObject({ bucket: 'media', key }, { body: new Uint8Array(size), contentType: 'audio/mpeg' })
}

export function setUpBackups() {
  let wallet: bigint
  beforeAll(async () => {
    await addVideo(await openMonth())
    await storeTrackFiles()
    // Texts with all characters that a text format must escape.
    await db().query(`UPDATE video SET title = $1, description = '\\N'`, ['a\tb\\c\n"d"\r é 🕺'])
    wallet = await openWallet(db(), 'dancer', newId())
    await pay(700n)
  })
  afterAll(async () => {
    closeStorage()
    await Promise.all([closeDb(), closeRedis(), closeQueues()])
  })

  const pay = async (cents: bigint): Promise<void> => {
    const collection = systemAccount(await systemAccounts(), 'mpesa_collection')
    const about = { type: 'test', sourceType: 'test', sourceId: 'test', actor: 'test', occurredAt: now() }
    const entries = [
      { accountId: collection, amount: -cents },
      { accountId: wallet, amount: cents },
    ]
    await postJournals(db(), [{ key: newId(), ...about, entries }])
  }
  return { pay }
}

export const scratches = () =>
  asOwner(async (client) => {
    const found = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      `${ownDatabase()}_scratch_`,
    ])
    return found.rows
  })

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

export async function verified(id: string) {
  await verifyBackup(id)
  return readBackupRow(id)
}

export async function readBackupRow(id: string) {
  const row = await firstRow<{
    status: string
    problem: string
    verified_at: Date | null
    failed_at: Date | null
    size: bigint
    rows: bigint
  }>(db(), 'SELECT status::text, problem, verified_at, failed_at, size, rows FROM backup WHERE id = $1', [id])
  return row && { ...row, problem: String(storedSentence(row.problem)) }
}

/** Replaces a part of a backup by a changed one, correctly sealed. */
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
