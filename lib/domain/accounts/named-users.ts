import { sql } from 'kysely'
import { readMobile } from '#lib/contract/phone.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { FEWEST_LETTERS, wordsOf } from '#lib/core/like-pattern.ts'
import { lookedFor } from '#lib/domain/audit/people-named.ts'

/** Selects the ids of users with the text in a name or email. Each part of the union uses its own index. */
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

/** As `namedUsers`, or with the text as their whole phone. */
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

/** Drops the domain of a typed email: most emails share it, so its trigrams would match nearly all users. */
function upToDomain(typed: string): string {
  const at = typed.indexOf('@')
  return at < FEWEST_LETTERS ? typed : typed.slice(0, at + 1)
}
