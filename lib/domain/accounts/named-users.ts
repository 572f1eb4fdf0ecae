import { sql } from 'kysely'
import { readMobile } from '#lib/contract/phone.ts'
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

/** Selects the ids of those who are found by what was typed, in a name or email or as a whole phone, each by an index of its own. */
export function foundUsers(typed: string) {
  const phone = readMobile(typed)
  const named = namedUsers(typed)
  if (phone === null) return named
  return named.union((eb) =>
    eb
      .selectFrom('appUser')
      .select('id')
      .where((of) => sql<boolean>`${of.ref('phoneNumber')} <> ''`)
      .where(
        (of) => sql<string>`right(regexp_replace(${of.ref('phoneNumber')}, '\\D', '', 'g'), 9)`,
        '=',
        sql<string>`right(${phone}, 9)`,
      ),
  )
}

/** Nearly everybody's email ends alike: the index is not asked for that end, each three letters of which lead to everybody. */
function upToDomain(typed: string): string {
  const at = typed.indexOf('@')
  return at < FEWEST_LETTERS ? typed : typed.slice(0, at + 1)
}
