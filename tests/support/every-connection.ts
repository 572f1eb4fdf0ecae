// Opens each kind of PostgreSQL connection and prints the results. Runs in its own process, because Node
// reads NODE_EXTRA_CA_CERTS only at start.
import { sql } from 'kysely'
import { closeDb, db, runTransaction } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { faultsOfDatabase } from '#lib/core/fit-database.ts'
import { kysely } from '#lib/core/kysely.ts'
import { withOwner } from '#lib/core/owner-connection.ts'
import { prisma } from '#lib/core/prisma.ts'
import { migrate } from '#prisma/migrate.ts'

const isByTls = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
const [, , migrationsFolder] = process.argv

const kinds = {
  kysely: async () => (await sql.raw(isByTls).execute(kysely(db()))).rows,
  prisma: () => prisma().$queryRawUnsafe(isByTls),
  transaction: () => runTransaction(async (client) => (await client.query(isByTls)).rows),
  backups: () => withOwner(async (client) => (await client.query(isByTls)).rows),
  'another database for backups': () =>
    withOwner(async (client) => (await client.query(isByTls)).rows, 'postgres'),
  'the look at a start': () => faultsOfDatabase(env, true),
  migration: () => migrate(env.DATABASE_URL, migrationsFolder),
}

const went: Record<string, unknown> = {}
for (const [kind, open] of Object.entries(kinds))
  went[kind] = await open().catch(
    (error: unknown) => `refused: ${error instanceof Error ? error.message : error}`,
  )
console.log(JSON.stringify(went))
await closeDb()
