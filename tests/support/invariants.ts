import { type CompiledQuery, sql } from 'kysely'
import { db, rows, runTransaction } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { firstOffenders, type Invariant } from '#lib/domain/ledger/invariants.ts'

type Broken = { invariant: string; what: string }

/** Every invariant that is broken, and up to five of its offenders: what `brokenInvariants` finds one by one. */
export function brokenAtOnce(): Promise<Broken[]> {
  compiled ??= compile()
  const statement = { name: 'all invariants', text: compiled.sql, values: [...compiled.parameters] }
  // Postgres takes five times as long to plan all invariants as to check them, and plans anew for parameters. The money's tests
  // ask after every test, so each connection keeps one plan.
  return runTransaction((client) => rows<Broken>(client, statement), { keepsPlans: true })
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
