import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { FEWEST_LETTERS, wordsOf } from '#lib/core/like-pattern.ts'

/** Selects the ids of those who have what was typed in a name or email, each by an index of its own. */
export function namedUsers(typed: string) {
  const words = wordsOf(typed)
  return kysely(db())
    .selectFrom('app_user')
    .select('id')
    .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${wordsOf(upToDomain(typed))})`)
    .where((eb) => sql<boolean>`(${lookedFor(eb)} LIKE lower(${words})) IS TRUE`)
    .union((eb) =>
      eb
        .selectFrom('profile')
        .select('user_id as id')
        .where((of) => sql<string>`lower(${of.ref('display_name')})`, 'like', sql<string>`lower(${words})`),
    )
}

/** Picks the ids of people with these words (a pattern of LIKE) in the username. */
export function peopleNamed(words: Expression<string>) {
  return (
    kysely(db())
      .selectFrom('app_user')
      .select('id')
      .where('username', 'ilike', words)
      // Whoever has these words in the username has them in what the index is of.
      .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${words})`)
  )
}

/** What the index of people's names and emails is of. */
const lookedFor = (eb: ExpressionBuilder<DB, 'app_user'>) =>
  sql<string>`lower(${eb.ref('username')} || ' ' || ${eb.ref('email')} || ' ' || ${eb.ref('first_name')} || ' ' || ${eb.ref('last_name')})`

/** Nearly everybody's email ends alike: the index is not asked for that end, each three letters of which lead to everybody. */
function upToDomain(typed: string): string {
  const at = typed.indexOf('@')
  return at < FEWEST_LETTERS ? typed : typed.slice(0, at + 1)
}
