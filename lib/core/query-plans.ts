import { sql } from 'kysely'

// Without these PostgreSQL plans each call anew for its values (docs/speed.md).

/** Ids for `in`, whose number the planner does not see. */
export function inIds(ids: readonly string[]) {
  return sql<string>`(SELECT a.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS a(id))`
}

/** Values that the planner does not see: search words and page size. */
export const unseen = {
  text: (value: string) => sql<string>`(SELECT ${value}::text)`,
  count: (value: number) => sql<number>`(SELECT ${value}::int8)`,
}
