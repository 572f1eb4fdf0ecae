import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** BIGINT arrives as bigint: money is never a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** The simulation's own look at the database, as its superuser. */
export function openDatabase(connectionString: string): pg.Pool {
  const database = new pg.Pool({ connectionString, max: 4, types })
  database.on('error', () => undefined)
  return database
}

const PATIENCE_MS = 60_000

/** All rows of a query. While PostgreSQL is dead it is asked again: only what may be said twice is said through this. */
export async function rowsOf<R extends pg.QueryResultRow>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    try {
      return (await database.query<R>(text, values)).rows
    } catch (error) {
      const isOurs = error instanceof pg.DatabaseError && !/^(57P|53|08)/.test(error.code ?? '')
      if (isOurs || Date.now() > end) throw error
      await pause(150)
    }
  }
}

/** The first row, which there has to be. */
export async function rowOf<R extends pg.QueryResultRow>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<R> {
  const [row] = await rowsOf<R>(database, text, values)
  if (!row) throw new Error(`no row: ${text}`)
  return row
}
