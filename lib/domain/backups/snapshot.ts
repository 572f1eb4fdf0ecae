import type pg from 'pg'
import { listTables, type Table } from './tables.ts'

/**
 * Opens a transaction that shows one moment of the whole database, and in which no table can be rewritten or dropped until it ends.
 *
 * A table that was rewritten after a snapshot was taken looks empty in it ("Caveats" of MVCC in PostgreSQL's manual), and COPY would
 * read no rows without an error. So every table is locked before: LOCK TABLE takes no snapshot, the first SELECT after it does. A
 * rewrite that was quicker than a lock is in the snapshot then, and a slower one waits until the transaction ends.
 * @returns every table that is there at that moment
 * @throws Error where one was made after those to be locked were listed
 */
export async function openSnapshot(client: pg.Client): Promise<Table[]> {
  const listed = await listTables(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query(`LOCK TABLE ${listed.map(({ quoted }) => quoted).join(', ')} IN ACCESS SHARE MODE`)
  // This takes the snapshot. A table that is locked keeps its name, so names are enough to tell which were not.
  const tables = await listTables(client)
  const locked = new Set(listed.map(({ name }) => name))
  const late = tables.find(({ name }) => !locked.has(name))
  if (late) throw new Error(`the table ${late.name} was made while the others were being locked`)
  return tables
}
