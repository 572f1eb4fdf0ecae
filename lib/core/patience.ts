import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { env } from './env.ts'

/** How long a statement may take, in milliseconds, and one of patient work: ten minutes, where another has half a minute. */
const USUAL_MS = env.DATABASE_PATIENCE_SECONDS * 1_000
const PATIENT_MS = 20 * USUAL_MS
/** How often it is looked whether one has taken longer. */
const LOOK_MS = 250

const isPatient = new AsyncLocalStorage<boolean>()

/**
 * Runs work whose statements may take twenty times as long as others: checks and lists over all that there ever was, for which nobody waits. Any other
 * statement has DATABASE_PATIENCE_SECONDS; after that its connection is taken for dead (docs/operations/incidents.md).
 */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return isPatient.run(true, work)
}

/** A statement that was sent and not answered, and until when it may take (`performance.now`). */
type Wait = { readonly until: number }

const connections = new Set<PatientClient>()
let looking: NodeJS.Timeout | undefined

function look(): void {
  const moment = performance.now()
  for (const connection of connections) connection.giveUp(moment)
}

/**
 * A connection that is given up when a statement takes too long. pg's own `query_timeout` has a timer for each statement, and what
 * a timer leads to, all rows of the answer, outlives V8's young generation: web answered a fifth less pages a second, and its
 * garbage took ten times as long.
 */
export class PatientClient extends pg.Client {
  readonly waits = new Set<Wait>()

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.once('connect', () => {
      connections.add(this)
      looking ??= setInterval(look, LOOK_MS).unref()
    })
    this.once('end', () => {
      connections.delete(this)
      if (connections.size > 0) return
      clearInterval(looking)
      looking = undefined
    })
  }

  /** Breaks the connection where one of its statements should have been answered by now. All that wait for it are told so. */
  giveUp(moment: number): void {
    for (const { until } of this.waits)
      if (until < moment) {
        this.connection.stream.destroy(new Error('A statement was not answered in time.'))
        return
      }
  }
}

type Told = (error: Error | undefined, result: unknown) => void
type Query = (this: pg.Client, statement: unknown, values?: unknown[] | Told, told?: Told) => unknown

const query = pg.Client.prototype.query as Query
PatientClient.prototype.query = function (
  this: PatientClient,
  statement: unknown,
  values?: unknown[] | Told,
  callback?: Told,
) {
  // A pipelined connection takes no stream, and pg says so by an event of the stream alone.
  if (typeof statement === 'object' && statement && 'submit' in statement)
    throw new Error('Streams, such as those of COPY, need a connection of their own: see `withOwner`.')
  const [bound, told] = typeof values === 'function' ? [undefined, values] : [values, callback]
  if (told) return ask(this, statement, bound, told)
  return new Promise((resolve, reject) =>
    ask(this, statement, bound, (error, result) => (error ? reject(error) : resolve(result))),
  ).catch((error: Error) => {
    // The stack of whoever has asked, as pg gives it, and not of the socket that was read.
    Error.captureStackTrace(error)
    throw error
  })
} as typeof pg.Client.prototype.query

function ask(connection: PatientClient, statement: unknown, values: unknown[] | undefined, told: Told): void {
  const wait = { until: performance.now() + (isPatient.getStore() ? PATIENT_MS : USUAL_MS) }
  const end: Told = (error, result) => {
    connection.waits.delete(wait)
    told(error, result)
  }
  query.call(connection, statement, values, end)
  connection.waits.add(wait)
}

type Lent = Parameters<pg.Pool['connect']>[0]

/** A pool whose statements keep their patience while they wait for a connection. */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(lent: Lent): void
  override connect(lent?: Lent): Promise<pg.PoolClient> | undefined {
    if (!lent) return super.connect()
    // pg-pool calls whoever waits for a connection from within the work of whoever gives it back, whose patience may be another: then
    // `lent` runs with its own again. Nearly always it is the same, and as every statement comes this way, nothing is done then.
    const own = isPatient.getStore() ?? false
    super.connect((...told) => {
      if ((isPatient.getStore() ?? false) === own) lent(...told)
      else isPatient.run(own, lent, ...told)
    })
    return undefined
  }
}
