import { sql } from 'kysely'

// Without these PostgreSQL plans each call anew, because it takes a plan for the very values for cheaper. With these it caches
// one plan for all values (docs/speed.md).

/** Ids to be used after `in`. The planner does not see how many they are. */
export function inIds(ids: readonly string[]) {
  return sql<string>`(SELECT a.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS a(id))`
}

/** Values that the planner does not see: the words of a search, and the size of a page. */
export const unseen = {
  text: (value: string) => sql<string>`(SELECT ${value}::text)`,
  count: (value: number) => sql<number>`(SELECT ${value}::int8)`,
}
