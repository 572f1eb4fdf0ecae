import { type Expression, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { peopleNamed } from '#lib/domain/audit/people-named.ts'

const profiles = (column: 'displayName' | 'location', words: Expression<string>) =>
  kysely(db())
    .selectFrom('profile')
    .select('userId as id')
    .where((eb) => sql<string>`lower(${eb.ref(column)})`, 'like', sql<string>`lower(${words})`)

/** Picks the ids of people with these words in the username or the name that they show, each by an index of its own. */
export function peopleCalled(words: Expression<string>) {
  return peopleNamed(words).union(profiles('displayName', words))
}

/**
 * Picks the ids of people with these words in one of their names or in their town, each by an index of its own.
 * @param most so many of each at the most, whichever come first; everybody where it is left out
 */
export function peopleLike(words: Expression<string>, most?: number) {
  if (most === undefined) return peopleCalled(words).union(profiles('location', words))
  const some = (found: ReturnType<typeof peopleNamed>) =>
    kysely(db()).selectFrom(found.limit(most).as('found')).select('found.id')
  const shown = (column: 'displayName' | 'location') =>
    kysely(db()).selectFrom(profiles(column, words).limit(most).as('found')).select('found.id')
  return some(peopleNamed(words)).union(shown('displayName')).union(shown('location'))
}
