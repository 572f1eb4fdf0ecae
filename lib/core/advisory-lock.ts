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
 * How often the connection that holds a lock says that its worker lives, and after which silence, both in milliseconds, PostgreSQL
 * takes the worker for dead. Nothing tells PostgreSQL of a machine that has lost its power or its network: without that the lock
 * would be held until TCP gives up, which takes two hours.
 */
const SIGN_OF_LIFE = { every: 10_000, silence: 60_000 }

/**
 * Runs `work` unless somebody runs work of this name already, here or in another process. The lock is that of a transaction
 * which does nothing else, because a pooler lends a session to others (docs/decisions/0024); it takes one of the pool's
 * connections for as long. `work` has to be right without it: where that connection is lost, it goes on, and may be run again.
 * @returns whether it ran
 * @throws what `work` throws, or Error where the connection was lost
 */
export function runUnlessRunning(
  name: string,
  work: () => Promise<unknown>,
  { every, silence } = SIGN_OF_LIFE,
): Promise<boolean> {
  return runTransaction(async (client) => {
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${silence}`)
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free', [
      name,
    ])
    if (!tried.parse(rows)[0].free) return false
    // Where it fails the connection is lost, and the end of the transaction says so.
    const signs = setInterval(() => void client.query('SELECT').catch(() => undefined), every)
    try {
      await work()
    } finally {
      clearInterval(signs)
    }
    return true
  })
}
