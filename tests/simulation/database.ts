import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** BIGINT as bigint: money is never a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** As superuser. */
export function openDatabase(connectionString: string): pg.Pool {
  const database = new pg.Pool({ connectionString, max: 4, types })
  database.on('error', () => undefined)
  return database
}

const TIMEOUT_MS = 60_000

/** Retries while PostgreSQL is dead, so only for idempotent statements. */
export async function rowsOf<R extends pg.QueryResultRow>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  for (const end = Date.now() + TIMEOUT_MS; ; ) {
    try {
      return (await database.query<R>(text, values)).rows
    } catch (error) {
      const isOurs = error instanceof pg.DatabaseError && !/^(57P|53|08)/.test(error.code ?? '')
      if (isOurs || Date.now() > end) throw error
      await pause(150)
    }
  }
}

/** @throws Error without a row */
export async function rowOf<R extends pg.QueryResultRow>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<R> {
  const [row] = await rowsOf<R>(database, text, values)
  if (!row) throw new Error(`no row: ${text}`)
  return row
}
