import { z } from 'zod'
import { type Queryable, runTransaction } from './db.ts'

export async function lockName(on: Queryable, name: string): Promise<void> {
  await on.query({
    name: 'lock-name',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  })
}

const tried = z.tuple([z.object({ free: z.boolean() })])

/**
 * In ms. Queries run at `every`; after `silence` PostgreSQL releases the lock. Otherwise a machine that lost
 * its network would hold it for two hours.
 */
const SIGN_OF_LIFE = { every: 10_000, silence: 60_000 }

/**
 * Runs `work` unless work of this name runs in any process (docs/decisions/0024). Holds a pool connection
 * meanwhile. If that connection is lost, `work` continues, and another process can start it too.
 * @returns whether `work` ran
 * @throws what `work` throws, or Error if the connection was lost
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
    const signs = setInterval(() => void client.query('SELECT').catch(() => undefined), every)
    try {
      await work()
    } finally {
      clearInterval(signs)
    }
    return true
  })
}
