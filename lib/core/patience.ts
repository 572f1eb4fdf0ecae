import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { env } from './env.ts'

/** How long a statement of patient work may take, in milliseconds: ten minutes, where another one has half a minute. */
const PATIENT_MS = 20 * env.DATABASE_PATIENCE_SECONDS * 1_000

const isPatient = new AsyncLocalStorage<true>()

/**
 * Runs work whose statements may take twenty times as long as others: checks and lists over all that there ever was, for which nobody waits. Any other
 * statement has DATABASE_PATIENCE_SECONDS; after that its connection is taken for dead (docs/operations.md, Incidents).
 */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return isPatient.run(true, work)
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** A connection that knows whose statement it carries out. */
export class PatientClient extends pg.Client {}

const query = pg.Client.prototype.query as Query
PatientClient.prototype.query = function (this: pg.Client, statement: unknown, ...given: unknown[]) {
  return query.call(this, isPatient.getStore() ? withPatience(statement) : statement, ...given)
} as typeof pg.Client.prototype.query

function withPatience(statement: unknown): unknown {
  if (typeof statement === 'string') return { text: statement, query_timeout: PATIENT_MS }
  return typeof statement === 'object' ? { ...statement, query_timeout: PATIENT_MS } : statement
}
