import { type Expression, sql } from 'kysely'

/**
 * Says that an entry belongs to one of some journals. With `+ 0`, as the index has it that knows which blocks have which journals:
 * asked for the column as such, Postgres would rather look for it among the entries of each account that there is.
 * @param ids selects the `id` of the journals
 */
export function ofJournals(journalId: Expression<bigint>, ids: Expression<{ id: bigint }>) {
  return sql<boolean>`${journalId} + 0 = any(array(${ids}))`
}

/**
 * Says that an entry lies between the first and the last of the picked journals. It changes no result: the entries are
 * joined to the journals anyway. It lets Postgres find them by the index that knows which blocks have which journals,
 * where it would read all entries of all years.
 * @param picked the name of a common table expression with the journals' `id`
 */
export function betweenJournals(journalId: Expression<bigint>, picked: string) {
  const end = (of: 'min' | 'max') => sql`(SELECT ${sql.raw(of)}(id) FROM ${sql.table(picked)})`
  return sql<boolean>`${journalId} BETWEEN ${end('min')} AND ${end('max')}`
}
