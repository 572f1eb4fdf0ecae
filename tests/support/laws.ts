import pg from 'pg'
import { db, rows } from '#lib/core/db.ts'
import { allLaws } from '#lib/domain/books/laws.ts'

// One statement, planned once for each connection: the money's tests ask for all laws after every test.
const text = allLaws
  .map(
    ({ name, sql }) =>
      `SELECT ${pg.escapeLiteral(name)} AS law, what::text FROM (${sql} LIMIT 5) AS offenders`,
  )
  .join(' UNION ALL ')

/** Every law of the money that is broken, and up to five of those who break it: what `brokenInvariants` finds one by one. */
export function brokenLaws(): Promise<{ law: string; what: string }[]> {
  return rows(db(), { name: 'all laws', text })
}
