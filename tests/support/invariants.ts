import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { firstOffenders, type Invariant } from '#lib/domain/ledger/invariants.ts'

type Broken = { invariant: string; what: string }

/**
 * Planning all invariants costs five times their check, so all checks share a connection. Its idle timeout is
 * short in test files with an own process, which may break connections.
 */
const connection = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: 1,
  idleTimeoutMillis: process.env.TEST_PROCESS === 'own' ? 1 : 0,
  allowExitOnIdle: true,
})
// The connection fails when a test file ends, with its database.
connection.on('error', () => undefined)

/** Returns all broken invariants with up to five rows each. */
export async function brokenAtOnce(): Promise<Broken[]> {
  compiled ??= compile()
  const statement = { name: 'all invariants', text: compiled.sql, values: [...compiled.parameters] }
  return (await connection.query<Broken>(statement)).rows
}

let compiled: CompiledQuery | undefined

function compile(): CompiledQuery {
  const [first, ...others] = allInvariants
  if (!first) throw new Error('There are no invariants.')
  return others.reduce((all, other) => all.unionAll(named(other)), named(first)).compile()
}

function named(invariant: Invariant) {
  const books = kysely(db())
  return books
    .selectFrom(firstOffenders(books, invariant).as('first'))
    .select([sql.lit(invariant.name).as('invariant'), 'first.what'])
}
