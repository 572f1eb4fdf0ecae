import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { env } from './env.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { Prisma } from './generated/prisma/client.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const parseAnyTimestamp: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

/** Times come in UTC nearly always, and those the engine reads several times as fast as the driver. */
function parseTimestamp(text: string): Date {
  return text.charAt(10) === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyTimestamp(text)
}

/** BIGINT arrives as bigint: money is never a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === INT8) return BigInt
    return oid === TIMESTAMPTZ ? parseTimestamp : pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

const pool = processSingleton('database', openPool)

/** The process's pool. Connections take the role that may not rewrite the ledger. */
export function db(): pg.Pool {
  return pool.get()
}

function openPool(): pg.Pool {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_POOL,
    options: env.DATABASE_ROLE ? `-c role=${env.DATABASE_ROLE}` : undefined,
    connectionTimeoutMillis: 10_000,
    types,
    // Statements do not wait for the answers to those before them: see `pipelined`.
    pipeline: true,
    stream: () => new GatheringSocket(),
  })
  created.on('error', (error) => log.warn({ err: error.message }, 'database connection lost'))
  // The pool listens to connections that lie idle, and who borrows one listens to that. One that is lost in the moment in
  // between would end the process, unheard; whoever has it then is told by their next query.
  created.on('connect', (client) => client.on('error', () => undefined))
  return created
}

/** Ends the pool; the next call of `db` opens another. */
export async function closeDb(): Promise<void> {
  await pool.drop()?.end()
}

/** A named statement: parsed once for each connection. The name has to be unique to its text. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** Whatever runs a query: the pool or a transaction's client. */
export type Queryable = {
  query<R extends QueryResultRow>(
    statement: Statement | string,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>
}

/** All rows of a query. `R` describes the SQL beside it. */
export async function rows<R extends QueryResultRow>(
  on: Queryable,
  statement: Statement | string,
  values?: unknown[],
): Promise<R[]> {
  const result = await on.query<R>(statement, values)
  return result.rows
}

/** The first row of a query, if there is one. */
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

/** The SQLSTATE of a database error, if it is one; Prisma wraps its own around what the driver has said. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return causeInPrisma(error)?.originalCode
}

/** The constraint that a database error names. */
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

/**
 * What a transaction ends with: statements that nothing has to follow but COMMIT, which leaves together with them. What
 * they lock is locked for as long as Postgres takes, and not for as long as this process is busy with something else.
 * Everything that can fail here is done before they leave; where one fails in Postgres, its COMMIT rolls back.
 */
export class LastStatements<T> {
  readonly statements: readonly PlainStatement[]
  /** Reads what they answered, once it is committed. */
  readonly answer: (results: readonly pg.QueryResult[]) => T

  constructor(statements: readonly PlainStatement[], answer: (results: readonly pg.QueryResult[]) => T) {
    this.statements = statements
    this.answer = answer
  }
}

/** A statement whose values are ready to be sent: nothing can go wrong with them in this process. */
export type PlainStatement = {
  readonly name: string
  readonly text: string
  readonly values: (string | number | Buffer | null)[]
}

const BEGIN_WITHOUT_DISK = 'BEGIN; SET LOCAL synchronous_commit = off'

export type TransactionOptions = {
  /** false for what may be lost, and done again, when Postgres crashes */
  readonly waitForDisk?: boolean
  /** Leaves together with BEGIN. It may lock and read, but change nothing: BEGIN could fail before it. */
  readonly opening?: Statement
}

/**
 * Runs `work` between BEGIN and COMMIT. It is run again, whole, on serialization failures and deadlocks only,
 * so it must touch nothing but the database.
 * @param work is handed what the opening statement has answered, where there is one
 */
export function runTransaction<T, R extends QueryResultRow = QueryResultRow>(
  work: (client: PoolClient, opened: readonly R[]) => Promise<T | LastStatements<T>>,
  { waitForDisk = true, opening }: TransactionOptions = {},
): Promise<T> {
  return againOnConflicts(() =>
    onConnection(async (client) => {
      const [, opened] = await pipelined([
        client.query(waitForDisk ? 'BEGIN' : BEGIN_WITHOUT_DISK),
        opening && client.query<R>(opening),
      ])
      const done = await work(client, opened?.rows ?? [])
      if (done instanceof LastStatements) return done.answer(await commitWith(client, done.statements))
      await client.query('COMMIT')
      return done
    }),
  )
}

/** Carries out a statement that is a transaction by itself, again as `runTransaction` does. @returns its rows */
export function runAlone<R extends QueryResultRow>(statement: PlainStatement): Promise<R[]> {
  return againOnConflicts(() => onConnection((client) => rows<R>(client, statement)))
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

/** Lends a connection. Where `work` throws, its transaction is over and nothing is locked any more once this throws it on. */
async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db().connect()
  let broken: Error | undefined
  // A connection that is lost while it is lent also says so by an event; unheard, that would end the process.
  const onLoss = (error: Error) => {
    broken = error
  }
  client.on('error', onLoss)
  try {
    return await work(client)
  } catch (error) {
    // Postgres tells an error before it lets go of what was locked, and answers this afterwards.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onLoss)
    client.release(broken)
  }
}

async function commitWith(
  client: PoolClient,
  statements: readonly PlainStatement[],
): Promise<pg.QueryResult[]> {
  const sent = statements.map((statement) => client.query(statement))
  const results = await pipelined([...sent, client.query('COMMIT')])
  return results.slice(0, -1)
}
