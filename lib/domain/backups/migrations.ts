import type pg from 'pg'
import { z } from 'zod'
import type { Manifest } from './schema.ts'

/** SQL: key of the advisory lock for making, checking and sweeping backups, and for migrations. */
export const backupsLock = `hashtextextended('backups', 0)`

/**
 * SQL: creates the table of applied migrations (prisma/schema/operations.prisma). Not a migration, because
 * migrations and restores need it before they start.
 */
export const migrationTable = `CREATE TABLE IF NOT EXISTS migration (
  name TEXT PRIMARY KEY,
  script TEXT NOT NULL,
  applied_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
)`

const appliedRows = z.array(z.object({ name: z.string(), script: z.string() }))

/** The applied scripts in order of their names, in which they ran. */
export async function readAppliedScripts(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query('SELECT name, script FROM migration ORDER BY name COLLATE "C"')
  return appliedRows.parse(rows)
}
