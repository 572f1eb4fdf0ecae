import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Manifest } from './schema.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'prisma', 'migrations')

const applied = z.array(z.object({ name: z.string(), checksum: z.string() }))

/**
 * Reads the scripts that made the database, in the order in which they ran.
 * @throws Error where one is not there, or is another than the one that ran
 */
export async function readAppliedScripts(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return Promise.all(
    applied.parse(rows).map(async ({ name, checksum }) => {
      const script = await readFile(path.join(folder, name, 'migration.sql'), 'utf8')
      if (createHash('sha256').update(script).digest('hex') !== checksum)
        throw new Error(`the migration ${name} of this installation is not the one that the database has`)
      return { name, script }
    }),
  )
}

/** SQL that makes Prisma's table of applied migrations, which the migrations themselves do not make. */
export const migrationsTable = `CREATE TABLE _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`
