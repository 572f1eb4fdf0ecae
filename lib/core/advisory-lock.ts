import { z } from 'zod'
import { type Queryable, runTransaction } from './db.ts'

/** Takes the lock of a name until the transaction ends, so that transactions that take the same one follow each other. */
export async function lockName(on: Queryable, name: string): Promise<void> {
  await on.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  })
}

const tried = z.tuple([z.object({ free: z.boolean() })])

/**
 * Runs `work` unless somebody runs work of this name already, here or in another process. The lock is that of a transaction
 * which does nothing else, because a pooler lends a session to others (docs/decisions/0052); it takes one of the pool's
 * connections for as long. `work` has to be right without it: where that connection is lost, it goes on, and may be run again.
 * @returns whether it ran
 * @throws what `work` throws, or Error where the connection was lost
 */
export function runUnlessRunning(name: string, work: () => Promise<unknown>): Promise<boolean> {
  return runTransaction(async (client) => {
    // Between its two statements it is idle on purpose, for minutes.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free', [
      name,
    ])
    if (!tried.parse(rows)[0].free) return false
    await work()
    return true
  })
}
