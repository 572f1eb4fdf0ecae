import type { Queryable } from './db.ts'

/** Takes the lock of a name until the transaction ends, so that transactions that take the same one follow each other. */
export async function lockName(on: Queryable, name: string): Promise<void> {
  await on.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  })
}
