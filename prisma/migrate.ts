import { keepScripts } from './kept-scripts.ts'
import { readMigrations } from './migrations-folder.ts'
import { filters, type MigrationList, type SchemaEngine, withSchemaEngine } from './schema-engine.ts'

/**
 * Applies the migrations a database has not seen yet, and writes `_prisma_migrations` as Prisma's CLI does. The script of each
 * that was applied, now or before, is kept in the database.
 * @param databaseUrl a PostgreSQL URL whose role may create tables, functions and roles
 * @returns names of the migrations applied now, oldest first
 * @throws Error naming the migration and PostgreSQL's message; later migrations are not tried
 */
export async function migrate(databaseUrl: string, migrationsFolder?: string): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsFolder)
  return withSchemaEngine(databaseUrl, async (engine) => {
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
      await keepScripts(databaseUrl, migrationsList)
      return appliedMigrationNames
    } catch (error) {
      // Those before the one that failed were applied, and backups go on while it is mended.
      await keepScripts(databaseUrl, migrationsList).catch(() => undefined)
      // Where the connection is gone there is nothing to ask, and the first error says why.
      const [failed] = await giveBackFailed(engine, migrationsList).catch(() => [])
      if (failed === undefined) throw error
      throw new Error(`Migration ${failed} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  })
}

/**
 * Each script runs as one query, so PostgreSQL has undone a failed one whole. Marked as rolled back, it is tried
 * again by the next run instead of blocking it.
 * @returns their names
 */
async function giveBackFailed(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters,
  })
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  return failedMigrationNames
}

if (import.meta.main) {
  const { databaseName, env } = await import('#lib/core/env.ts')
  console.log(`Migrating the database ${databaseName()}.`)
  const applied = await migrate(env.DATABASE_URL)
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
}
