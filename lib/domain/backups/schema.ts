import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().min(1)

/** A table's rows in COPY's text format, in order of the key, compressed and sealed. */
const storedTable = z.object({
  name,
  columns: z.array(name).min(1),
  rows: z.number().int().min(0),
  /** SHA-256 of the rows' text. */
  sha256: hash,
  size: z.number().int().min(0),
})
export type StoredTable = z.infer<typeof storedTable>

/**
 * The list of a backup's contents. Includes the migrations, so that a restore needs neither this release nor
 * its database.
 */
export const manifest = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** The time of the snapshot. */
  taken_at: z.iso.datetime(),
  server_version: z.string(),
  migrations: z.array(z.object({ name, script: z.string() })).min(1),
  tables: z.array(storedTable).min(1),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
})
export type Manifest = z.infer<typeof manifest>

export const placeOf = {
  folder: (id: string) => ({ bucket: 'private' as const, key: `backups/${id}/` }),
  manifest: (id: string) => ({ bucket: 'private' as const, key: `backups/${id}/manifest` }),
  table: (id: string, table: string) => ({
    bucket: 'private' as const,
    key: `backups/${id}/tables/${table}`,
  }),
}

/** The name under which a part is sealed, so that no part can replace another. */
export function sealName(id: string, part: string): string {
  return `backup ${id} ${part}`
}
