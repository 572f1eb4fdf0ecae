import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { backupsLock } from '#lib/domain/backups/lock-name.ts'
import { keepScripts } from './kept-scripts.ts'
import { readMigrations } from './migrations-folder.ts'
import {
  filters,
  type MigrationList,
  type RunScript,
  type SchemaEngine,
  withSchemaEngine,
} from './schema-engine.ts'

/**
 * How long a script waits for each lock and how often it is tried, in milliseconds between two tries. Whoever wants a table that
 * the script waits for stands behind it in PostgreSQL's queue, votes too: so it lets them pass, for as long as they had to wait.
 */
const PATIENCE = { waitMs: 3_000, pauseMs: 3_000, tries: 20 }

type Tell = (sentence: string) => void
type Options = Partial<typeof PATIENCE> & { readonly tell?: Tell }

/**
 * Applies the migrations a database has not seen yet, and writes `_prisma_migrations` as Prisma's CLI does. The script of each
 * that was applied, now or before, is kept in the database. It waits until no backup is made or checked and nobody else migrates.
 * @param databaseUrl a PostgreSQL URL whose role may create tables, functions and roles
 * @param options `tell` hears what is waited for
 * @returns names of the migrations applied now, oldest first
 * @throws Error naming the migration and PostgreSQL's message; later migrations are not tried
 */
export async function migrate(
  databaseUrl: string,
  migrationsFolder?: string,
  { tell = console.log, ...patience }: Options = {},
): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsFolder)
  const runScript: RunScript = (session, script) =>
    runPatiently(session, script, { ...PATIENCE, ...patience, tell })
  return withSchemaEngine(databaseUrl, runScript, async (engine, session) => {
    await takeBackupsLock(session, tell)
    try {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
      await keepScripts(databaseUrl, migrationsList)
      return appliedMigrationNames
    } catch (error) {
      // Those before the one that failed were applied, and backups go on while it is mended.
      await keepScripts(databaseUrl, migrationsList).catch(() => undefined)
      // Where the connection is gone there is nothing to ask, and the first error says why.
      const [failed] = await giveBackFailed(engine, session, migrationsList).catch(() => [])
      if (failed === undefined) throw error
      throw new Error(`Migration ${failed} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
  })
}

/**
 * Takes the lock of whoever makes or checks backups, for as long as the session lasts: what a migration rewrites is for a backup
 * that has begun as good as empty (lib/domain/backups/make.ts), and it would wait for the backup's locks with all others
 * behind it. PostgreSQL releases it when a session ends, so nobody waits for a worker or a migration that has died.
 */
async function takeBackupsLock(session: pg.Pool, tell: Tell): Promise<void> {
  if (await tryBackupsLock(session)) return
  tell('A backup is under way, or another migration. This one waits until it is over.')
  await session.query(`SELECT pg_advisory_lock(${backupsLock})`)
}

/** @returns true also where the session has the lock already */
async function tryBackupsLock(session: pg.Pool): Promise<boolean> {
  const { rows } = await session.query(`SELECT pg_try_advisory_lock(${backupsLock}) AS free`)
  return rows[0]?.free === true
}

/** SQLSTATEs of a lock that was not to be had in time, and of a deadlock. */
const inUse: readonly (string | undefined)[] = ['55P03', '40P01']

/** Runs a script, and tries it again where somebody else used what it needs: PostgreSQL has undone it whole. */
async function runPatiently(
  session: pg.Pool,
  script: string,
  { waitMs, pauseMs, tries, tell }: typeof PATIENCE & { readonly tell: Tell },
): Promise<void> {
  // The pool would end a session of its own query that fails, and the engine's locks with it.
  const client = await session.connect()
  try {
    await client.query(`SET lock_timeout = ${waitMs}`)
    for (let attempt = 1; ; attempt++) {
      const problem = await problemOf(client, script)
      if (problem === null) return
      if (attempt >= tries)
        throw new Error(
          `${problem}. What it changes was in use at each of ${tries} tries. End the transactions that last (pg_stat_activity), and migrate again.`,
        )
      tell(`What a migration changes is in use: ${problem}. It is tried again, ${attempt + 1} of ${tries}.`)
      await pause(pauseMs)
    }
  } finally {
    client.release()
  }
}

/** Runs a script. @returns null, or what PostgreSQL says where somebody else used what the script needs */
async function problemOf(client: pg.PoolClient, script: string): Promise<string | null> {
  try {
    await client.query(script)
    return null
  } catch (error) {
    if (error instanceof pg.DatabaseError && inUse.includes(error.code)) return error.message
    throw error
  }
}

/**
 * Each script runs as one query, so PostgreSQL has undone a failed one whole. Marked as rolled back, it is tried
 * again by the next run instead of blocking it. Where the connection was lost, the lock tells whether PostgreSQL is still at it.
 * @returns their names
 */
async function giveBackFailed(
  engine: SchemaEngine,
  session: pg.Pool,
  migrationsList: MigrationList,
): Promise<string[]> {
  if (!(await tryBackupsLock(session))) return []
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
  try {
    const applied = await migrate(env.DATABASE_URL)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
