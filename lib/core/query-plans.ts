import { sql } from 'kysely'

// Hides values from the planner: otherwise PostgreSQL plans each call for its values (docs/speed.md).

/** Ids for `in`. */
export function inIds(ids: readonly string[]) {
  return sql<string>`(SELECT a.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS a(id))`
}

/** Search words and page size. */
export const unseen = {
  text: (value: string) => sql<string>`(SELECT ${value}::text)`,
  count: (value: number) => sql<number>`(SELECT ${value}::int8)`,
}
