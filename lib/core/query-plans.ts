import { sql } from 'kysely'

// Otherwise PostgreSQL plans each call for its values (docs/speed.md).

/** Ids for `in`, hidden from the planner. */
export function inIds(ids: readonly string[]) {
  return sql<string>`(SELECT a.id::uuid FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS a(id))`
}

/** Search words and page size, hidden from the planner. */
export const unseen = {
  text: (value: string) => sql<string>`(SELECT ${value}::text)`,
  count: (value: number) => sql<number>`(SELECT ${value}::int8)`,
}
