import { sql } from 'kysely'
import { db, rows } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { firstOffenders, type Invariant } from '#lib/domain/ledger/invariants.ts'

type Broken = { invariant: string; what: string }

/** Every invariant that is broken, and up to five of its offenders: what `brokenInvariants` finds one by one. */
export function brokenAtOnce(): Promise<Broken[]> {
  const { sql: text, parameters } = statement()
  // One statement, planned once for each connection: the money's tests ask for all invariants after every test.
  return rows<Broken>(db(), { name: 'all invariants', text, values: [...parameters] })
}

function statement() {
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
