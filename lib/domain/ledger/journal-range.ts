import { type Expression, sql } from 'kysely'

/**
 * SQL: an entry belongs to one of the journals. `+ 0` keeps the planner from searching the entries of every
 * account in the index by account; it reads through the BRIN index instead.
 * @param ids selects the `id` of the journals
 */
export function ofJournals(journalId: Expression<bigint>, ids: Expression<{ id: bigint }>) {
  return sql<boolean>`${journalId} + 0 = any(array(${ids}))`
}

/**
 * SQL: an entry lies between the first and last picked journal. Redundant beside the join, but lets
 * PostgreSQL use the BRIN index instead of reading all entries of all years.
 * @param picked the name of a common table expression with the journals' `id`
 */
export function betweenJournals(journalId: Expression<bigint>, picked: string) {
  const end = (of: 'min' | 'max') => sql`(SELECT ${sql.raw(of)}(id) FROM ${sql.table(picked)})`
  return sql<boolean>`${journalId} BETWEEN ${end('min')} AND ${end('max')}`
}
