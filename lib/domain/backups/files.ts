import type pg from 'pg'
import { z } from 'zod'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { type Bucket, listPages } from '#lib/core/storage.ts'

const namedFile = z.object({
  bucket: z.enum(['media', 'private']),
  key: z.string(),
  /** Bytes, where the row knows them. */
  size: z.coerce.number().nullable(),
  table: z.string(),
  id: z.string(),
})

/** A file of the object store, and the row that names it. */
export type NamedFile = z.infer<typeof namedFile>

/** A named file that is not in the store (`found` is null), or has another size there. */
export type MissingFile = NamedFile & { readonly found: number | null }

export type FileCheck = { readonly named: number; readonly missing: readonly MissingFile[] }

/**
 * Every file that a row promises. A track that was rejected unread has none any more, because its file was no sound
 * (lib/domain/tracks/read-track.ts). Uploads that are not complete promise nothing.
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

/** Lists the files that the rows of a database name. */
async function listNamed(client: pg.Client): Promise<NamedFile[]> {
  const { rows } = await client.query(namedFiles)
  return z.array(namedFile).parse(rows)
}

/**
 * Compares the rows of a database with the object store: each file that a row names is there, in the size that the row
 * knows. The store is listed by pages, folder by folder; no file is asked about by itself.
 * @throws whatever kept the store from being listed
 */
export async function checkFiles(client: pg.Client): Promise<FileCheck> {
  const named = await listNamed(client)
  const folders = Map.groupBy(named, ({ bucket, key }) => `${bucket}/${folderOf(key)}`)
  const missing: MissingFile[] = []
  for (const files of folders.values()) missing.push(...(await missingOf(files)))
  return { named: named.length, missing }
}

/** Finds what is missing of files of one folder. */
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

/** @returns the sizes of those of the keys that are in the store */
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

/** Returns the part of a key before its first slash, with the slash. */
function folderOf(key: string): string {
  return key.slice(0, key.indexOf('/') + 1)
}

/**
 * Compares a restored backup with the store as it is now, beside the database that goes on: since the backup, people
 * have deleted and replaced files. Only what that database still names as well is missing.
 * @param restored the backup's rows
 * @param present the database that goes on
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

/** Says of a missing file where it belongs, what is wrong, and which row names it. */
export function describeMissing(file: MissingFile): string {
  const problem = file.found === null ? 'is missing' : `has ${file.found} bytes instead of ${file.size}`
  return `${placeOf(file)} ${problem} (${file.table} ${file.id})`
}

/** So many are named where all of them would be too much to read. */
const NAMED_AT_MOST = 10

/** Says in a sentence for people what is missing; null where nothing is. */
export function describeFiles({ missing }: FileCheck): Sentence | null {
  if (missing.length === 0) return null
  const first = missing.slice(0, NAMED_AT_MOST).map(describeMissing).join('; ')
  const more = missing.length > NAMED_AT_MOST ? `; and ${missing.length - NAMED_AT_MOST} more` : ''
  return say('backup.files_missing', { which: `${first}${more}` })
}
