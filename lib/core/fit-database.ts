import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { EnvironmentError, env } from './env.ts'
import type { Env } from './env-variables.ts'
import { log } from './log.ts'
import type { Fault } from './production/fault.ts'

type Found = {
  readonly role: string
  /** Startup settings: PostgreSQL takes them; a pooler drops them or refuses the connection. */
  readonly options: 'taken' | 'dropped' | 'refused'
  /** Whether transactions share connections, which a busy pooler can hide. */
  readonly isShared: boolean
  readonly keepsStatements: boolean
}

const seeDocument = 'docs/operations/options.md, Poolers before PostgreSQL'

type Addresses = Readonly<Pick<Env, 'DATABASE_URL' | 'DATABASE_ROLE' | 'BACKUP_DATABASE_URL'>>

/**
 * Checks the database's addresses for role, named statements and, for backups, a session of its own.
 * @param backups whether this process makes backups
 * @throws Error if the database does not answer
 */
export async function faultsOfDatabase(addresses: Addresses, backups: boolean): Promise<Fault[]> {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = addresses
  const found = await look(url, role ? `-c role=${role}` : '')
  const faults: Fault[] = []
  if (role && (found.role !== role || found.options === 'refused'))
    faults.push({
      name: 'DATABASE_URL',
      problem: `a pooler keeps connections from taking the role ${role}, without which they may rewrite the ledger: let it ignore startup options (PgBouncer: ignore_startup_parameters = options), and give its login the role: ALTER ROLE <login> IN DATABASE <database> SET role = '${role}' (${seeDocument}).`,
    })
  if (!found.keepsStatements)
    faults.push({
      name: 'DATABASE_URL',
      problem: `a pooler in transaction mode loses prepared statements, as which nearly all queries are sent: take PgBouncer 1.21 or later with max_prepared_statements above 0, or its session mode, or PostgreSQL’s own address (${seeDocument}).`,
    })
  if (backups && isPooled(await lookForBackups(addresses, found)))
    faults.push({
      name: 'BACKUP_DATABASE_URL',
      problem: `${addresses.BACKUP_DATABASE_URL === undefined ? 'is not set, and DATABASE_URL' : 'it'} leads to a pooler, which loses the settings of a backup or its lock: put in PostgreSQL’s own address (${seeDocument}).`,
    })
  return faults
}

const isPooled = (found: Found | undefined) =>
  found !== undefined && (found.isShared || found.options !== 'taken')

/** The backup itself reports connection errors. */
async function lookForBackups(
  { BACKUP_DATABASE_URL: url }: Addresses,
  found: Found,
): Promise<Found | undefined> {
  if (url === undefined) return found
  return look(url, '').catch((error: unknown) => {
    log.warn({ err: error instanceof Error ? error.message : String(error) }, 'backup address not looked at')
    return undefined
  })
}

/** Only poolers answer startup parameters with this code. */
const PROTOCOL_VIOLATION = '08P01'
const STATEMENT_IS_MISSING = '26000'
const STATEMENT_IS_THERE = '42P05'

function isRefusalOfOptions(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === PROTOCOL_VIOLATION &&
    error.message.includes('startup parameter')
  )
}

/** A pooler that serves others can hide its mode by chance, but hardly three times. */
const ROUNDS = 3

const mark = '-c ngoma.look=on'

/** @param options retried without them if a pooler refuses them */
async function look(url: string, options: string): Promise<Found> {
  try {
    return await lookOnce(url, `${mark} ${options}`)
  } catch (error) {
    if (!isRefusalOfOptions(error)) throw error
    return { ...(await lookOnce(url)), options: 'refused' }
  }
}

/**
 * Runs a named statement on one connection, on a second in a transaction, and on the first again: a pooler in
 * transaction mode mixes the two.
 */
async function lookOnce(url: string, options?: string): Promise<Found> {
  const [one, other] = [open(url, options), open(url, options)]
  try {
    await one.connect()
    await other.connect()
    const { role, options: started } = await ask(one)
    let isShared = false
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const name = `ngoma-look-${randomUUID()}`
        const before = await ask(one, name)
        await other.query('BEGIN')
        const beside = await ask(other, name)
        const after = await ask(one, name)
        await other.query('ROLLBACK')
        isShared ||= before.pid === beside.pid || before.pid !== after.pid
      }
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code !== STATEMENT_IS_MISSING && code !== STATEMENT_IS_THERE) throw error
      return { role, options: started, isShared: true, keepsStatements: false }
    }
    return { role, options: started, isShared, keepsStatements: true }
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)))
  }
}

function open(connectionString: string, options: string | undefined): pg.Client {
  const client = new pg.Client({
    connectionString,
    options,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => undefined)
  return client
}

const answer = z.object({ pid: z.number(), role: z.string(), options: z.enum(['taken', 'dropped']) })

async function ask(client: pg.Client, name?: string): Promise<z.infer<typeof answer>> {
  const text = `SELECT pg_backend_pid() AS pid, current_user AS role,
    CASE current_setting('ngoma.look', true) WHEN 'on' THEN 'taken' ELSE 'dropped' END AS options`
  const { rows } = await client.query({ name, text })
  return answer.parse(rows[0])
}

const RETRY_MS = 5_000

/**
 * Ends the process with code 1 if the database's address is unfit; retries while the database does not
 * answer.
 */
export async function refuseUnfitDatabase({ backups = false } = {}): Promise<void> {
  try {
    const faults = await faultsOfDatabase(env, backups)
    if (faults.length === 0) return
    console.error(new EnvironmentError(faults).message)
    process.exit(1)
  } catch (error) {
    log.warn({ err: error instanceof Error ? error.message : String(error) }, 'database not looked at yet')
    setTimeout(() => void refuseUnfitDatabase({ backups }), RETRY_MS).unref()
  }
}
