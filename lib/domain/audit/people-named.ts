import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

// These functions are in this domain because all other domains that search people are above it.

/** Ids of users whose username matches a LIKE pattern. */
export function peopleNamed(words: Expression<string>) {
  return (
    kysely(db())
      .selectFrom('appUser')
      .select('id')
      .where('username', 'ilike', words)
      // Lets PostgreSQL use the index on names and emails, whose text contains the username.
      .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${words})`)
  )
}

/** SQL: the text of a user in the index on names and emails. */
export const lookedFor = (eb: ExpressionBuilder<DB, 'appUser'>) =>
  sql<string>`lower(${eb.ref('username')} || ' ' || ${eb.ref('email')} || ' ' || ${eb.ref('firstName')} || ' ' || ${eb.ref('lastName')})`
