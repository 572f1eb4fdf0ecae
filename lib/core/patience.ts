import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { env } from './env.ts'
import { GatheringSocket } from './speed/gathering-socket.ts'

/** How long a statement may take, in milliseconds, and one of patient work: ten minutes, where another has half a minute. */
const USUAL_MS = env.DATABASE_PATIENCE_SECONDS * 1_000
const PATIENT_MS = 20 * USUAL_MS
/** How often it is looked whether one has taken longer. */
const LOOK_MS = 250

const isPatient = new AsyncLocalStorage<true>()

/**
 * Runs work whose statements may take twenty times as long as others: checks and lists over all that there ever was, for which nobody waits. Any other
 * statement has DATABASE_PATIENCE_SECONDS; after that its connection is taken for dead (docs/operations.md, Incidents).
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
  readonly #socket: GatheringSocket

  constructor(config?: pg.ClientConfig) {
    const socket = new GatheringSocket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
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
        this.#socket.destroy(new Error('A statement was not answered in time.'))
        return
      }
  }
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown

const query = pg.Client.prototype.query as Query
PatientClient.prototype.query = function (this: PatientClient, ...given: unknown[]) {
  const wait = { until: performance.now() + (isPatient.getStore() ? PATIENT_MS : USUAL_MS) }
  const callback = given.at(-1)
  if (typeof callback === 'function')
    given[given.length - 1] = (...told: unknown[]) => {
      this.waits.delete(wait)
      callback(...told)
    }
  const result = query.apply(this, given)
  // A stream of COPY tells by itself how it goes.
  if (typeof callback === 'function' || result instanceof Promise) this.waits.add(wait)
  return result instanceof Promise ? result.finally(() => this.waits.delete(wait)) : result
} as typeof pg.Client.prototype.query
