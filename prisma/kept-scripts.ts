import { createHash } from 'node:crypto'
import pg from 'pg'
import type { MigrationList } from './schema-engine.ts'

/**
 * Keeps the scripts of these migrations in the database, of those that were applied to it, each as it ran: a release that is
 * older than the database has not got all of them in its image, and a backup carries all (lib/domain/backups). Nothing is
 * kept before the migration has run that makes the table.
 * @param databaseUrl a PostgreSQL URL whose role owns the tables
 */
export async function keepScripts(
  databaseUrl: string,
  { migrationDirectories }: MigrationList,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('migration_script')`)
    if (rows.length > 0) await client.query(keeping, valuesOf(migrationDirectories))
  } finally {
    await client.end()
  }
}

const keeping = `
  INSERT INTO migration_script (name, checksum, script)
  SELECT name, checksum, script FROM unnest($1::text[], $2::text[], $3::text[]) AS known (name, checksum, script)
    WHERE EXISTS (SELECT FROM _prisma_migrations m WHERE m.migration_name = known.name AND m.checksum = known.checksum
      AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, script = excluded.script
    WHERE migration_script.script <> excluded.script`

/** @returns names, checksums and scripts, each in the same order */
function valuesOf(directories: MigrationList['migrationDirectories']): [string[], string[], string[]] {
  const scripts = directories.flatMap(({ path, migrationFile: { content } }) =>
    content.tag === 'ok' ? [{ name: path, script: content.value }] : [],
  )
  return [
    scripts.map(({ name }) => name),
    scripts.map(({ script }) => createHash('sha256').update(script).digest('hex')),
    scripts.map(({ script }) => script),
  ]
}
