import type pg from 'pg'
import { z } from 'zod'
import type { Manifest } from './schema.ts'

/** SQL of the key of the advisory lock that excludes each other: making, checking or sweeping backups, and migrating. */
export const backupsLock = `hashtextextended('backups', 0)`

/**
 * SQL that makes the table of applied migrations, unless it is there (prisma/schema/operations.prisma). No migration makes it: a
 * migration and a restore need it before they begin.
 */
export const migrationTable = `CREATE TABLE IF NOT EXISTS migration (
  name TEXT PRIMARY KEY,
  script TEXT NOT NULL,
  applied_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
)`

const appliedRows = z.array(z.object({ name: z.string(), script: z.string() }))

/** Returns the scripts that made the database, in the order of their names, as they ran. */
export async function readAppliedScripts(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query('SELECT name, script FROM migration ORDER BY name COLLATE "C"')
  return appliedRows.parse(rows)
}
