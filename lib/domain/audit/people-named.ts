import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

// Here because the audit is the first domain that searches people.

/** Ids of users whose username matches a LIKE pattern. */
export function peopleNamed(words: Expression<string>) {
  return (
    kysely(db())
      .selectFrom('appUser')
      .select('id')
      .where('username', 'ilike', words)
      // The username is part of the indexed text.
      .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${words})`)
  )
}

/** The expression of the index on names and emails. */
export const lookedFor = (eb: ExpressionBuilder<DB, 'appUser'>) =>
  sql<string>`lower(${eb.ref('username')} || ' ' || ${eb.ref('email')} || ' ' || ${eb.ref('firstName')} || ' ' || ${eb.ref('lastName')})`
