import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db.ts'
import { kysely } from '../kysely.ts'

/** The parameters of a prepared query, to be used where Kysely takes a value. */
export type Params<P> = { readonly [K in keyof P]: RawBuilder<P[K]> }

/** Stands for a parameter among the values of the compiled query. */
class Param {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query of Kysely that is built and compiled once, for what is asked thousands of times a second: building a query of 30
 * columns takes as long as Postgres takes to answer it.
 * @param build uses a parameter for each value that changes from call to call
 * @returns runs it with the values of its parameters
 */
export function prepared<P extends object, O>(
  build: (params: Params<P>) => { compile(): CompiledQuery<O> },
): (on: Queryable, values: P) => Promise<O[]> {
  let compiled: CompiledQuery<O> | undefined
  return async (on, values) => {
    compiled ??= build(paramsOf()).compile()
    const parameters = compiled.parameters.map((one) =>
      one instanceof Param ? Reflect.get(values, one.name) : one,
    )
    const { rows } = await kysely(on).executeQuery<O>({ ...compiled, parameters })
    return rows
  }
}

function paramsOf<P>(): Params<P> {
  return new Proxy({} as Params<P>, { get: (_, name) => sql`${new Param(name)}` })
}

/**
 * The ids of a parameter that has a JSON array of them, to be used after `in`. An array of Postgres would be planned anew for each
 * call: the planner takes a plan for the very number of its elements for cheaper, and planning costs more than that saves.
 */
export function idsIn(json: RawBuilder<string>) {
  return sql<string>`(SELECT a.id::uuid FROM jsonb_array_elements_text(${json}::jsonb) AS a(id))`
}

/**
 * A value that the planner does not see, so that PostgreSQL makes one plan for all values and keeps it. Where it sees the letters that
 * are searched or how long a page is, it takes a plan for just those for cheaper, and plans each call anew for longer than the call takes
 * (docs/speed.md, What grows).
 */
export const unseen = {
  text: (value: RawBuilder<string> | string) => sql<string>`(SELECT ${value}::text)`,
  count: (value: RawBuilder<number> | number) => sql<number>`(SELECT ${value}::int8)`,
}
