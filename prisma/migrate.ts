import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { backupsLock, migrationTable, readAppliedScripts } from '#lib/domain/backups/migrations.ts'
import { type Migration, readMigrations } from './migrations.ts'

/**
 * Lock timeout and pause between tries, in milliseconds. Queries queue behind a waiting migration, votes too:
 * the pause lets them pass.
 */
const RETRIES = { waitMs: 3_000, pauseMs: 3_000, tries: 20 }

type Options = Partial<typeof RETRIES> & { readonly tell?: (sentence: string) => void }
type Retries = Required<Options>

export class ForeignDatabaseError extends Error {}

/**
 * Applies the missing migrations, each in its own transaction. Waits for backups and other migrations.
 * @param databaseUrl a PostgreSQL URL whose role can create tables, functions and roles
 * @param folder by default prisma/migrations
 * @param options `tell` gets a sentence about each wait
 * @returns names of the migrations applied now, oldest first
 * @throws Error with the migration's name; it changed nothing, and later ones are not tried
 * @throws ForeignDatabaseError if another version created the database
 */
export async function migrate(
  databaseUrl: string,
  folder?: string,
  options: Options = {},
): Promise<string[]> {
  const retries = { ...RETRIES, tell: console.log, ...options }
  const client = new pg.Client({ connectionString: databaseUrl })
  // Without a listener, a lost connection's event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await takeBackupsLock(client, retries)
    const lacking = await findLacking(client, readMigrations(folder))
    for (const migration of lacking) await apply(client, migration, retries)
    return lacking.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Takes the backups' lock for the session: a backup would contain an empty table while a migration rewrites
 * it (lib/domain/backups/make.ts).
 */
async function takeBackupsLock(client: pg.Client, { tell }: Retries): Promise<void> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${backupsLock}) AS free`)
  if (rows[0]?.free === true) return
  tell('A backup is under way, or another migration. This one waits until it is over.')
  await client.query(`SELECT pg_advisory_lock(${backupsLock})`)
}

async function findLacking(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: old } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`,
  )
  if (old.length > 0)
    throw new ForeignDatabaseError(
      'This database was made by a version before 1.0.0, whose data cannot be migrated: an empty database is needed.',
    )
  await client.query(migrationTable)
  const applied = new Map((await readAppliedScripts(client)).map(({ name, script }) => [name, script]))
  const changed = migrations.find(({ name, script }) => (applied.get(name) ?? script) !== script)
  if (changed)
    throw new ForeignDatabaseError(
      `The migration ${changed.name} was changed after this database was made with it: restore its text and add another migration.`,
    )
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Lock timeout and deadlock. */
const inUse: readonly (string | undefined)[] = ['55P03', '40P01']

async function apply(client: pg.Client, migration: Migration, retries: Retries): Promise<void> {
  const { waitMs, pauseMs, tries, tell } = retries
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration, waitMs)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      const problem = error instanceof Error ? error.message : String(error)
      const failed = (why: string) =>
        new Error(`Migration ${migration.name} failed: ${why}`, { cause: error })
      if (!(error instanceof pg.DatabaseError && inUse.includes(error.code))) throw failed(problem)
      if (attempt >= tries)
        throw failed(
          `${problem}. What it changes was in use at each of ${tries} tries. End the transactions that last (pg_stat_activity), and migrate again.`,
        )
      tell(`What a migration changes is in use: ${problem}. It is tried again, ${attempt + 1} of ${tries}.`)
      await pause(pauseMs)
    }
  }
}

async function applyOnce(client: pg.Client, { name, script }: Migration, waitMs: number): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${waitMs}`)
  await client.query(script)
  await client.query('INSERT INTO migration (name, script) VALUES ($1, $2)', [name, script])
  await client.query('COMMIT')
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
