import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { firstOffenders, type Invariant } from '#lib/domain/ledger/invariants.ts'

type Broken = { invariant: string; what: string }

/**
 * PostgreSQL takes five times as long to plan all invariants as to check them, and keeps a plan for each connection: so every check uses
 * the same connection. A test with a process of its own may break connections, so there each check opens another.
 */
const connection = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: 1,
  idleTimeoutMillis: process.env.TEST_PROCESS === 'own' ? 1 : 0,
  allowExitOnIdle: true,
})
// The database goes with each test file, and its connections with it.
connection.on('error', () => undefined)

/** Every invariant that is broken, and up to five of its offenders: what `brokenInvariants` finds one by one. */
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
