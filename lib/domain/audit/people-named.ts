import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

// It stands here because the audit is the first domain that looks for people, and knows none of the later ones.

/** Picks the ids of people with these words (a pattern of LIKE) in the username. */
export function peopleNamed(words: Expression<string>) {
  return (
    kysely(db())
      .selectFrom('appUser')
      .select('id')
      .where('username', 'ilike', words)
      // Whoever has these words in the username has them in what the index is of.
      .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${words})`)
  )
}

/** What the index of people's names and emails is of. */
export const lookedFor = (eb: ExpressionBuilder<DB, 'appUser'>) =>
  sql<string>`lower(${eb.ref('username')} || ' ' || ${eb.ref('email')} || ' ' || ${eb.ref('firstName')} || ' ' || ${eb.ref('lastName')})`
