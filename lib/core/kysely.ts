import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Queryable } from './db.ts'
import type { DB } from './generated/kysely/tables.ts'
import { statementName } from './statement-name.ts'

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

const builders = new WeakMap<Queryable, Kysely<DB>>()

/** Kysely on the pool or on a transaction's connection (docs/decisions/0029). */
export function kysely(on: Queryable): Kysely<DB> {
  const known = builders.get(on)
  if (known) return known
  const created = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DriverOn(on),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [camelCase],
  })
  builders.set(on, created)
  return created
}

/** Use after `=`. One array parameter gives one statement for any number of values. */
export const anyOf = <T>(values: readonly T[]) => sql<T>`any(${values})`

/** Counts the rows of a query that selects no columns yet. */
export async function countRows<D, T extends keyof D>(
  rows: SelectQueryBuilder<D, T, object>,
): Promise<number> {
  const { count } = await rows
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Uses the caller's connection: it opens, begins and ends nothing. */
class DriverOn implements Driver {
  readonly #connection: DatabaseConnection

  constructor(on: Queryable) {
    this.#connection = { executeQuery: (query) => execute(on, query), streamQuery }
  }

  acquireConnection = async () => this.#connection
  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction
  async init() {}
  async releaseConnection() {}
  async destroy() {}
}

async function execute<R>(on: Queryable, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows, rowCount, command } = await on.query<R & object>(statementOf(query))
  const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return { rows, ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
}

/** More parameters mean a list of rows, whose text is hardly used twice. */
const NAMED_UP_TO = 30
const names = new Map<string, string>()

function statementOf({ sql, parameters }: CompiledQuery) {
  const values = [...parameters]
  if (values.length > NAMED_UP_TO) return { text: sql, values }
  let name = names.get(sql)
  if (name === undefined) {
    name = statementName(sql)
    names.set(sql, name)
  }
  return { name, text: sql, values }
}

function streamQuery(): never {
  throw new Error('Statements are not streamed by Kysely here; see pg-copy-streams.')
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions are run by `transaction` of lib/core/outbox.ts.')
}
