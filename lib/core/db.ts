import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { Gauge } from 'prom-client'
import { env } from './env.ts'
import { Prisma } from './generated/prisma/client.ts'
import { log } from './log.ts'
import { defineMetrics } from './metrics.ts'
import { processSingleton } from './process-singleton.ts'
import { hasLongStatementTimeout } from './statement-timeout.ts'

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parseAnyTimestamp: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

/** Several times faster than the driver's parser. */
function parseTimestamp(text: string): Date {
  return text.charAt(10) === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyTimestamp(text)
}

/** Reads BIGINT as bigint: money is never a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return BigInt
    return oid === TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** Statement timeouts in ms. */
const USUAL_MS = env.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000
const LONG_MS = 20 * USUAL_MS
const LONG_POOL_SIZE = 5

const pools = processSingleton('database', () => ({
  usual: openPool(env.DATABASE_POOL, USUAL_MS),
  long: openPool(LONG_POOL_SIZE, LONG_MS),
}))

defineMetrics('metrics-database', (registers) => [
  new Gauge({
    name: 'ngoma_database_connections',
    help: 'Connections of this process to PostgreSQL by state: busy or idle',
    labelNames: ['state'],
    registers,
    collect() {
      const idle = sumOfPools((pool) => pool.idleCount)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'busy' }, sumOfPools((pool) => pool.totalCount) - idle)
    },
  }),
  new Gauge({
    name: 'ngoma_database_waiting',
    help: 'Statements and transactions that wait for a connection',
    registers,
    collect() {
      this.set(sumOfPools((pool) => pool.waitingCount))
    },
  }),
])

function sumOfPools(count: (pool: pg.Pool) => number): number {
  const { usual, long } = pools.get()
  return count(usual) + count(long)
}

/** The process's pool; inside `withLongStatementTimeout` the pool with the long timeout. */
export function db(): pg.Pool {
  const { usual, long } = pools.get()
  return hasLongStatementTimeout() ? long : usual
}

function openPool(max: number, query_timeout: number): pg.Pool {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max,
    options: env.DATABASE_ROLE ? `-c role=${env.DATABASE_ROLE}` : undefined,
    connectionTimeoutMillis: 10_000,
    // TCP keepalive detects a machine that lost power or network during a statement; `query_timeout` detects
    // the loss before a statement.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout,
    types,
    pipeline: true,
  })
  created.on('error', (error) => log.warn({ err: error.message }, 'database connection lost'))
  // Without a listener, a connection lost before `onConnection` listens would end the process.
  created.on('connect', (client) => client.on('error', () => undefined))
  return created
}

export async function closeDb(): Promise<void> {
  const open = pools.drop()
  await Promise.all([open?.usual.end(), open?.long.end()])
}

/** A name must be unique to its text; each connection parses a named statement once. */
export type Statement = { name?: string; text: string; values?: unknown[] }

export type Queryable = {
  query<R extends QueryResultRow>(
    statement: Statement | string,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>
}

/** Nothing checks `R`, so tests/architecture lists the files that may call this. */
export async function rows<R extends QueryResultRow>(
  on: Queryable,
  statement: Statement | string,
  values?: unknown[],
): Promise<R[]> {
  const result = await on.query<R>(statement, values)
  return result.rows
}

/** Nothing checks `R`. */
export async function firstRow<R extends QueryResultRow>(
  on: Queryable,
  statement: Statement | string,
  values?: unknown[],
): Promise<R | undefined> {
  const result = await on.query<R>(statement, values)
  return result.rows[0]
}

const IN_FAILED_TRANSACTION = '25P02'

/**
 * Awaits statements sent together on one connection; Postgres runs them in order. Awaits all even if one
 * fails, so that none is sent after the transaction has ended.
 * @throws the first error, not the errors that follow from the failed transaction
 */
export async function pipelined<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(work)
  const errors: unknown[] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) throw errors.find((error) => sqlState(error) !== IN_FAILED_TRANSACTION) ?? errors[0]
  return Promise.all(work)
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ATTEMPTS = 8

/** The SQLSTATE, also if Prisma has wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return causeInPrisma(error)?.originalCode
}

const ONES_FAULT = /^(?:22|23|40)/

/** Whether one item of a batch can have caused its error, unlike a lost connection. */
export function isFaultOfOne(error: unknown): boolean {
  return ONES_FAULT.test(sqlState(error) ?? '')
}

export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint
  const cause = causeInPrisma(error)
  const constraint = cause && 'constraint' in cause ? cause.constraint : undefined
  return constraint && 'index' in constraint ? constraint.index : undefined
}

function causeInPrisma(error: unknown) {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined
  const inner = error.meta?.driverAdapterError
  return isDriverAdapterError(inner) ? inner.cause : undefined
}

const WITHOUT_DISK = 'SET LOCAL synchronous_commit = off'
const WITH_GENERIC_PLANS = 'SET LOCAL plan_cache_mode = force_generic_plan'

export type TransactionOptions = {
  /** false if a crash of Postgres may lose the changes, because the caller repeats them. */
  readonly waitForDisk?: boolean
  /** true for named statements with array parameters, which Postgres would otherwise plan at each call. */
  readonly cachesPlans?: boolean
}

/**
 * Repeats `work` after serialization failures and deadlocks, so `work` must change nothing outside the
 * database.
 */
export function runTransaction<T>(
  work: (client: PoolClient) => Promise<T>,
  { waitForDisk = true, cachesPlans = false }: TransactionOptions = {},
): Promise<T> {
  const begin = [
    'BEGIN',
    ...(waitForDisk ? [] : [WITHOUT_DISK]),
    ...(cachesPlans ? [WITH_GENERIC_PLANS] : []),
  ].join('; ')
  return retryOnConflicts(() =>
    onConnection(async (client) => {
      await client.query(begin)
      const done = await work(client)
      await client.query('COMMIT')
      return done
    }),
  )
}

async function retryOnConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt >= ATTEMPTS) throw error
    }
  }
}

/** If `work` throws, waits for the rollback, which releases the locks. */
async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db().connect()
  let broken: Error | undefined
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  try {
    return await work(client)
  } catch (error) {
    // The answer to ROLLBACK proves that the locks are released.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onLoss)
    client.release(broken)
  }
}
