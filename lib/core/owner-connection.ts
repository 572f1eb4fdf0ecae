import pg from 'pg'
import { env } from './env.ts'

/** How values are written as text. The server's own settings do not count, so that a copy is the same wherever it is made. */
const writing =
  '-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=iso_8601 -c extra_float_digits=1 -c bytea_output=hex -c search_path=public'

const patience = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

/** Returns the address by which backups are made and checked (BACKUP_DATABASE_URL). */
function ownerUrl(database?: string): string {
  const url = new URL(env.BACKUP_DATABASE_URL ?? env.DATABASE_URL)
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

/** Returns the name of the database in BACKUP_DATABASE_URL or DATABASE_URL. */
export function ownDatabase(): string {
  return decodeURIComponent(new URL(ownerUrl()).pathname.slice(1))
}

/**
 * Runs `work` on a connection of its own with the rights of the tables' owner, which web and jobs otherwise do not have.
 * @param database another database of the same server
 */
export async function withOwner<T>(work: (client: pg.Client) => Promise<T>, database?: string): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl(database),
    options: `${writing} ${patience}`,
    application_name: 'ngoma backups',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that is lost emits an event as well, which would end the process if nobody listened.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
