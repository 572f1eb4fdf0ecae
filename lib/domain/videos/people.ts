import { type Expression, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { peopleNamed } from '#lib/domain/audit/people-named.ts'

const profiles = (column: 'displayName' | 'location', words: Expression<string>) =>
  kysely(db())
    .selectFrom('profile')
    .select('userId as id')
    .where((eb) => sql<string>`lower(${eb.ref(column)})`, 'like', sql<string>`lower(${words})`)

/** Finds people by username or display name, each through an index. */
export function peopleCalled(words: Expression<string>) {
  return peopleNamed(words).union(profiles('displayName', words))
}

/**
 * Finds people by username, display name or town, each through an index.
 * @param most limit of matches per index, in no order; default all
 */
export function peopleLike(words: Expression<string>, most?: number) {
  if (most === undefined) return peopleCalled(words).union(profiles('location', words))
  const some = (found: ReturnType<typeof peopleNamed>) =>
    kysely(db()).selectFrom(found.limit(most).as('found')).select('found.id')
  const shown = (column: 'displayName' | 'location') =>
    kysely(db()).selectFrom(profiles(column, words).limit(most).as('found')).select('found.id')
  return some(peopleNamed(words)).union(shown('displayName')).union(shown('location'))
}
