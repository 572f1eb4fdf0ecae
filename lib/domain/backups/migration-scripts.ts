import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import type { Manifest } from './schema.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'prisma', 'migrations')

const appliedRows = z.array(z.object({ name: z.string(), checksum: z.string() }))

type Applied = z.infer<typeof appliedRows>[number]

/**
 * Reads the scripts that made the database, in the order in which they ran: from this installation, and from the database those
 * that a newer one has applied. Between a migration and its release, and after the way back to an older one, an installation has
 * fewer than the database.
 * @throws Error where one is in neither as it ran
 */
export async function readAppliedScripts(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  const applied = appliedRows.parse(rows)
  const own = new Map(
    await Promise.all(applied.map(async (one) => [one.name, await readOwnScript(one)] as const)),
  )
  const lacking = applied.filter(({ name }) => own.get(name) === undefined)
  const kept = await readKeptScripts(client, lacking)
  return applied.map(({ name }) => {
    const script = own.get(name) ?? kept.get(name)
    if (script === undefined)
      throw new Error(`the migration ${name} is neither in this installation nor in the database as it ran`)
    return { name, script }
  })
}

/** @returns undefined where this installation has none of that name, or another one than the one that ran */
async function readOwnScript({ name, checksum }: Applied): Promise<string | undefined> {
  try {
    const script = await readFile(path.join(folder, name, 'migration.sql'), 'utf8')
    return fits(script, checksum) ? script : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const keptRows = z.array(z.object({ name: z.string(), script: z.string() }))

/** Reads what `prisma/migrate.ts` has kept of these. The table is not asked for where it is not needed: it may not be there yet. */
async function readKeptScripts(
  client: pg.Client,
  wanted: readonly Applied[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await client.query('SELECT name, script FROM migration_script WHERE name = ANY($1)', [
    wanted.map(({ name }) => name),
  ])
  const fitting = keptRows
    .parse(rows)
    .filter(({ name, script }) => wanted.some((one) => one.name === name && fits(script, one.checksum)))
  return new Map(fitting.map(({ name, script }) => [name, script]))
}

function fits(script: string, checksum: string): boolean {
  return createHash('sha256').update(script).digest('hex') === checksum
}

/** SQL that makes Prisma's table of applied migrations, which the migrations themselves do not make. */
export const migrationsTable = `CREATE TABLE _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`
