import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { FEWEST_LETTERS, wordsOf } from '#lib/core/like-pattern.ts'
import { lookedFor } from '#lib/domain/audit/people-named.ts'

/** Ids of users with the text in a name or email, each through its own index. */
export function namedUsers(typed: string) {
  const words = wordsOf(typed)
  return kysely(db())
    .selectFrom('appUser')
    .select('id')
    .where((eb) => lookedFor(eb), 'like', sql<string>`lower(${wordsOf(upToDomain(typed))})`)
    .where((eb) => sql<boolean>`(${lookedFor(eb)} LIKE lower(${words})) IS TRUE`)
    .union((eb) =>
      eb
        .selectFrom('profile')
        .select('userId as id')
        .where((of) => sql<string>`lower(${of.ref('displayName')})`, 'like', sql<string>`lower(${words})`),
    )
}

/** Common email domains match nearly everybody, so the index search omits them. */
function upToDomain(typed: string): string {
  const at = typed.indexOf('@')
  return at < FEWEST_LETTERS ? typed : typed.slice(0, at + 1)
}
