import pg from 'pg'
import { env } from './env.ts'

/**
 * Output formats that do not depend on the server's settings, so that a backup is the same on every server.
 */
const writing =
  '-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=iso_8601 -c extra_float_digits=1 -c bytea_output=hex -c search_path=public'

const timeouts = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

function ownerUrl(database?: string): string {
  const url = new URL(env.BACKUP_DATABASE_URL ?? env.DATABASE_URL)
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

export function ownDatabase(): string {
  return decodeURIComponent(new URL(ownerUrl()).pathname.slice(1))
}

/**
 * Runs `work` with the rights of the tables' owner (BACKUP_DATABASE_URL).
 * @param database another database of the same server
 */
export async function withOwner<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl(database),
    options: `${writing} ${timeouts}`,
    application_name: 'ngoma backups',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
