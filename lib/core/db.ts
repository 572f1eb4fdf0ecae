import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { env } from './env.ts'
import { Prisma } from './generated/prisma/client.ts'
import { log } from './log.ts'
import { runsPatiently } from './patience.ts'
import { processSingleton } from './process-singleton.ts'

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parseAnyTimestamp: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

/** Nearly all times come in UTC, and JavaScript parses those several times as fast as the driver does. */
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

/** How long, in milliseconds, a statement may take, and one of patient work. */
const USUAL_MS = env.DATABASE_PATIENCE_SECONDS * 1_000
const PATIENT_MS = 20 * USUAL_MS
/** Connections of patient work, beside DATABASE_POOL. They close soon after it ends. */
const MOST_PATIENT = 5

const pools = processSingleton('database', () => ({
  usual: openPool(env.DATABASE_POOL, USUAL_MS),
  patient: openPool(MOST_PATIENT, PATIENT_MS),
}))

/** Returns the process's pool, or that of patient work inside `patiently`. Its connections take the role that may not rewrite the ledger. */
export function db(): pg.Pool {
  const { usual, patient } = pools.get()
  return runsPatiently() ? patient : usual
}

function openPool(max: number, query_timeout: number): pg.Pool {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max,
    options: env.DATABASE_ROLE ? `-c role=${env.DATABASE_ROLE}` : undefined,
    connectionTimeoutMillis: 10_000,
    // A machine that has lost its power or its network closes no connection. While a statement waits for its answer the kernel asks
    // whether the machine is there. A statement sent after the loss is never answered, nor is it asked about: with `pipeline`, pg
    // breaks its connection after `query_timeout`.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout,
    types,
    // Statements do not wait for the answers to those before them: see `pipelined`.
    pipeline: true,
  })
  created.on('error', (error) => log.warn({ err: error.message }, 'database connection lost'))
  // The pool listens to idle connections, and `onConnection` to those that it has taken. Without this listener one that is
  // lost in between would end the process; its user is told by the next query.
  created.on('connect', (client) => client.on('error', () => undefined))
  return created
}

/** Closes the pools; the next call of `db` opens others. */
export async function closeDb(): Promise<void> {
  const open = pools.drop()
  await Promise.all([open?.usual.end(), open?.patient.end()])
}

/** A statement. With a name, which has to be unique to its text, it is parsed once for each connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** Anything that runs a query: the pool or a transaction's connection. */
export type Queryable = {
  query<R extends QueryResultRow>(
    statement: Statement | string,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>
}

/** Returns all rows of a query. `R` asserts their type by hand, so only the files that tests/architecture lists may use it. */
export async function rows<R extends QueryResultRow>(
  on: Queryable,
  statement: Statement | string,
  values?: unknown[],
): Promise<R[]> {
  const result = await on.query<R>(statement, values)
  return result.rows
}

/** Returns the first row of a query, if there is one; `R` as in `rows`. */
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
 * Waits for statements that were sent on one connection without waiting for each other's answers (pipelining). Postgres carries
 * them out in the order in which they were sent. All of them are waited for even where one has failed: nothing may be sent
 * on a connection after its transaction has ended.
 * @throws the first error, and not those that follow from the failed transaction
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

/** Returns the SQLSTATE of a database error, also where Prisma has wrapped the driver's error into its own. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return causeInPrisma(error)?.originalCode
}

/** SQLSTATEs of bad data, of constraints, and of conflicts. */
const ONES_FAULT = /^(?:22|23|40)/

/** Whether a statement for many may have failed because of one of them. A lost connection is nobody's fault. */
export function isFaultOfOne(error: unknown): boolean {
  return ONES_FAULT.test(sqlState(error) ?? '')
}

/** Returns the constraint that a database error names. */
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
const WITH_KEPT_PLANS = 'SET LOCAL plan_cache_mode = force_generic_plan'

export type TransactionOptions = {
  /** false for changes that may be lost in a crash of Postgres, because they are made again */
  readonly waitForDisk?: boolean
  /**
   * true where its named statements are handed arrays: by their lengths Postgres takes a plan made anew each time for cheaper,
   * and planning costs more than what it saves
   */
  readonly keepsPlans?: boolean
}

/**
 * Runs `work` between BEGIN and COMMIT. On serialization failures and deadlocks the whole of it is run again, so it must
 * change nothing but the database.
 */
export function runTransaction<T>(
  work: (client: PoolClient) => Promise<T>,
  { waitForDisk = true, keepsPlans = false }: TransactionOptions = {},
): Promise<T> {
  const begin = [
    'BEGIN',
    ...(waitForDisk ? [] : [WITHOUT_DISK]),
    ...(keepsPlans ? [WITH_KEPT_PLANS] : []),
  ].join('; ')
  return againOnConflicts(() =>
    onConnection(async (client) => {
      await client.query(begin)
      const done = await work(client)
      await client.query('COMMIT')
      return done
    }),
  )
}

async function againOnConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if ((state !== SERIALIZATION_FAILURE && state !== DEADLOCK) || attempt >= ATTEMPTS) throw error
    }
  }
}

/** Lends a connection. Where `work` throws, its transaction has ended and its locks are released before this throws. */
async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db().connect()
  let broken: Error | undefined
  // A connection that is lost emits an event as well, which would end the process if nobody listened.
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  try {
    return await work(client)
  } catch (error) {
    // Postgres sends an error before it releases locks, and answers ROLLBACK afterwards.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onLoss)
    client.release(broken)
  }
}
