import type pg from 'pg'
import { z } from 'zod'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { type Bucket, listPages } from '#lib/core/storage.ts'

const namedFile = z.object({
  bucket: z.enum(['media', 'private']),
  key: z.string(),
  /** In bytes, if the row knows the size. */
  size: z.coerce.number().nullable(),
  table: z.string(),
  id: z.string(),
})

export type NamedFile = z.infer<typeof namedFile>

/** A file that is missing in the store (`found` is null) or has another size. */
export type MissingFile = NamedFile & { readonly found: number | null }

export type FileCheck = { readonly named: number; readonly missing: readonly MissingFile[] }

/**
 * SQL: every file that a row refers to. Leaves out tracks rejected before they were read, whose file was no
 * sound (lib/domain/tracks/read-track.ts), and incomplete uploads.
 */
const namedFiles = `
  SELECT 'private' AS bucket, object_key AS key, file_size::bigint AS size, 'kyc_document' AS "table", id::text FROM kyc_document
  UNION ALL
  SELECT 'media', object_key, file_size, 'track', id::text FROM track
    WHERE NOT (status = 'rejected' AND duration_seconds IS NULL)
  UNION ALL
  SELECT 'media', substr(url, length('/media/') + 1), NULL, "table", id::text FROM (
    SELECT avatar_url AS url, 'profile' AS "table", user_id AS id FROM profile
    UNION ALL SELECT video_file_url, 'video', id FROM video
    UNION ALL SELECT thumbnail_url, 'video', id FROM video) shown
    WHERE url LIKE '/media/%'`

async function listNamed(client: pg.Client): Promise<NamedFile[]> {
  const { rows } = await client.query(namedFiles)
  return z.array(namedFile).parse(rows)
}

/**
 * Checks that each file named by a row is in the store, in the size of the row. Lists the store by folder and
 * page instead of asking for each file.
 * @throws errors of listing the store
 */
export async function checkFiles(client: pg.Client): Promise<FileCheck> {
  const named = await listNamed(client)
  const folders = Map.groupBy(named, ({ bucket, key }) => `${bucket}/${folderOf(key)}`)
  const missing: MissingFile[] = []
  for (const files of folders.values()) missing.push(...(await missingOf(files)))
  return { named: named.length, missing }
}

async function missingOf(files: readonly NamedFile[]): Promise<MissingFile[]> {
  const [first] = files
  if (!first) return []
  const found = await sizesIn(first.bucket, folderOf(first.key), new Set(files.map(({ key }) => key)))
  return files.flatMap((file) => {
    const size = found.get(file.key) ?? null
    const isThere = size !== null && (file.size === null || file.size === size)
    return isThere ? [] : [{ ...file, found: size }]
  })
}

/** @returns the sizes of the keys that are in the store */
async function sizesIn(
  bucket: Bucket,
  folder: string,
  keys: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const page of listPages({ bucket, key: folder }))
    for (const { key, size } of page) if (keys.has(key)) sizes.set(key, size)
  return sizes
}

/** A key's folder, with the slash. */
function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/') + 1)
}

/**
 * Compares a restored backup with today's store. Files may have been deleted or replaced since the backup, so
 * a file counts as missing only if the live database also names it.
 * @param restored the backup's rows
 * @param present the live database
 */
export async function checkFilesOf(restored: pg.Client, present: pg.Client): Promise<FileCheck> {
  const { named, missing } = await checkFiles(restored)
  if (missing.length === 0) return { named, missing }
  const stillNamed = new Set((await listNamed(present)).map(placeOf))
  return { named, missing: missing.filter((file) => stillNamed.has(placeOf(file))) }
}

function placeOf({ bucket, key }: NamedFile): string {
  return `${bucket}/${key}`
}

export function describeMissing(file: MissingFile): string {
  const problem = file.found === null ? 'is missing' : `has ${file.found} bytes instead of ${file.size}`
  return `${placeOf(file)} ${problem} (${file.table} ${file.id})`
}

const NAMED_AT_MOST = 10

/** Returns null if nothing is missing. */
export function describeFiles({ missing }: FileCheck): Sentence | null {
  if (missing.length === 0) return null
  const first = missing.slice(0, NAMED_AT_MOST).map(describeMissing).join('; ')
  const more = missing.length > NAMED_AT_MOST ? `; and ${missing.length - NAMED_AT_MOST} more` : ''
  return say('backup.files_missing', { which: `${first}${more}` })
}
