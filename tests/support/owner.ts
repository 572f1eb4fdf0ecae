import pg from 'pg'
import { env } from '#lib/core/env.ts'

/** Runs work as the database's owner, who has more rights than the product's role. */
export async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function countWaiting(client: pg.Client): Promise<number> {
  // Clears the statistics that a transaction would reuse.
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/** Whether another connection waits for a lock of this one. */
export async function holdsUp(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
  )
  return rows.length > 0
}
