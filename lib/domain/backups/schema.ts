import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1)

/** A table as it lies in the store: its rows in COPY's text format, in the order of its key, compressed and sealed. */
export const storedTable = z.object({
  name,
  columns: z.array(name).min(1),
  rows: z.number().int().min(0),
  /** SHA-256 of the rows' text. */
  sha256: hash,
  /** Bytes in the store. */
  size: z.number().int().min(0),
})
export type StoredTable = z.infer<typeof storedTable>

/**
 * What a backup consists of. It is written last: without it there is no backup. With the scripts that made the tables it
 * needs neither this code nor its database to be restored.
 */
export const manifest = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** The moment that the backup shows. */
  taken_at: z.iso.datetime(),
  server_version: z.string(),
  migrations: z.array(z.object({ name, script: z.string() })).min(1),
  tables: z.array(storedTable).min(1),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
})
export type Manifest = z.infer<typeof manifest>

/** Where the parts of a backup lie, all of them below `folder`. */
export const placeOf = {
  folder: (id: string) => ({ bucket: 'private' as const, key: `backups/${id}/` }),
  manifest: (id: string) => ({ bucket: 'private' as const, key: `backups/${id}/manifest` }),
  table: (id: string, table: string) => ({
    bucket: 'private' as const,
    key: `backups/${id}/tables/${table}`,
  }),
}

/** What a sealed part is called inside, so that none can stand in for another. */
export function sealName(id: string, part: string): string {
  return `backup ${id} ${part}`
}
