import { createHash } from 'node:crypto'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { env } from '#lib/core/env.ts'
import { openStream, sealStream, UnsealError } from '#lib/core/sealed-stream.ts'
import { say } from '#lib/core/sentence.ts'
import { putStream, type StoredAt, streamObject } from '#lib/core/storage.ts'
import { DamageError } from './errors.ts'
import { placeOf, type StoredTable, sealName } from './schema.ts'
import { fillingOf, readingOf, type Table } from './tables.ts'

/** The number of rows in COPY's text format, and the SHA-256 of all bytes. */
export type Metered = { rows: number; sha256: string }

const LINE_END = 0x0a

/** Counts lines, because COPY writes one line per row, and line ends inside values as two characters. */
function meter(): { stream: Transform; read(): Metered } {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows++
      done(null, chunk)
    },
  })
  return { stream, read: () => ({ rows, sha256: hash.digest('hex') }) }
}

/** Stores a table as of the client's snapshot, compressed and sealed. */
export async function storeTable(client: pg.Client, backupId: string, table: Table): Promise<StoredTable> {
  const { name, columns } = table
  const measured = meter()
  const rows = client.query(to(readingOf(table, columns)))
  const size = await storeSealed(placeOf.table(backupId, name), sealName(backupId, name), [
    rows,
    measured.stream,
  ])
  return { name, columns, ...measured.read(), size }
}

/** @returns the number of stored bytes */
export function storeText(at: StoredAt, about: string, text: string): Promise<number> {
  return storeSealed(at, about, [Readable.from([Buffer.from(text)])])
}

async function storeSealed(
  at: StoredAt,
  about: string,
  source: readonly [Readable, ...Transform[]],
): Promise<number> {
  const body = new PassThrough()
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(null, chunk)
    },
  })
  const outcomes = await Promise.allSettled([
    pipeline([...source, createGzip(), sealStream(env.BACKUP_KEY, about), counted, body]),
    putStream(at, body, 'application/octet-stream'),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return size
}

/** Measures a table like `storeTable`, without storing it. */
export async function measureTable(
  client: pg.Client,
  table: Table,
  columns: readonly string[],
): Promise<Metered> {
  const measured = meter()
  const rows = client.query(to(readingOf(table, columns)))
  await pipeline(rows, measured.stream, async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
  })
  return measured.read()
}

/**
 * Fills an empty table from its part of the backup. @throws DamageError if the part is not what was stored
 */
export async function loadTable(
  client: pg.Client,
  backupId: string,
  stored: StoredTable,
  into: Table,
): Promise<void> {
  const measured = meter()
  await damageIn(stored.name, async () => {
    const sealed = await requireObject(placeOf.table(backupId, stored.name), stored.name)
    await pipeline(
      sealed,
      openStream([env.BACKUP_KEY, ...env.BACKUP_FORMER_KEYS], sealName(backupId, stored.name)),
      createGunzip(),
      measured.stream,
      client.query(from(fillingOf(into, stored.columns))),
    )
  })
  const { rows, sha256 } = measured.read()
  if (rows !== stored.rows || sha256 !== stored.sha256)
    throw new DamageError(say('backup.other_table', { table: stored.name, rows, stored: stored.rows }))
}

/** @throws DamageError if the text is missing or not what was stored */
export async function readText(at: StoredAt, about: string, what: string): Promise<string> {
  const chunks: Buffer[] = []
  await damageIn(what, async () => {
    await pipeline(
      await requireObject(at, what),
      openStream([env.BACKUP_KEY, ...env.BACKUP_FORMER_KEYS], about),
      createGunzip(),
      async (opened: AsyncIterable<Buffer>) => {
        for await (const chunk of opened) chunks.push(chunk)
      },
    )
  })
  return Buffer.concat(chunks).toString('utf8')
}

async function requireObject(at: StoredAt, what: string) {
  const found = await streamObject(at)
  if (!found) throw new DamageError(say('backup.not_stored', { file: what }))
  return found
}

async function damageIn(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof UnsealError)
      throw new DamageError(say('backup.not_opened', { file: what, why: error.message }))
    throw error
  }
}
