import pg from 'pg'

/** A statement with a name whose text names each of its columns, so that they are the same for as long as the text is. */
export class DescribedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]

  constructor(name: string, text: string, values: unknown[]) {
    this.name = name
    this.text = text
    this.values = values
  }
}

/** How a statement's columns are named and read, as pg's `Result` has it. */
type Columns = {
  fields: readonly { readonly name: string }[]
  _parsers: readonly unknown[]
  _prebuiltEmptyResultObject: object
}

/** What pg's `Query` has and its types do not tell. */
type QueryInside = {
  name: string
  text: string
  values: unknown[]
  callback: (error: Error | undefined, result: unknown) => void
  readonly _result: Columns
  _accumulateRows: boolean
  hasBeenParsed(connection: object): boolean
  prepare(connection: object): void
  handleRowDescription(message: object): void
}

const PgQuery = pg.Query as unknown as new (text: string) => QueryInside & pg.Query

/** The columns of a connection's statements, by name, and the connection as one that does not ask for them. */
type Known = { readonly columns: Map<string, Columns>; readonly quiet: object }

const knownOf = new WeakMap<object, Known>()

/**
 * A query that asks for the columns of its statement once on each connection. pg asks each time, reads their names and makes an empty
 * row of them: a tenth of what web does for a page of the feed.
 */
export class DescribedQuery extends PgQuery {
  #known: Known | undefined

  constructor(statement: DescribedStatement, callback: QueryInside['callback']) {
    super('')
    // pg would copy what it is given, property by property.
    Object.assign(this, statement, { callback })
  }

  override prepare(connection: object): void {
    let known = knownOf.get(connection)
    if (!known) {
      known = { columns: new Map(), quiet: Object.create(connection, { describe: { value: askNothing } }) }
      knownOf.set(connection, known)
    }
    this.#known = known
    const columns = this.hasBeenParsed(connection) ? known.columns.get(this.name) : undefined
    if (columns) {
      Object.assign(this._result, columns)
      this._accumulateRows = true
    }
    super.prepare(columns ? known.quiet : connection)
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

function askNothing(): void {
  // The columns are known.
}
