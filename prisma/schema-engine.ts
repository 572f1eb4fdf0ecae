// Prisma's schema engine compiled to WebAssembly: the CLI wants to download a native one, which is not always possible.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

export type { DiffTarget, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
export type SchemaEngine = engine.SchemaEngine

/** The engine's filters: this project has no tables or enums that somebody else manages. */
export const filters = { externalTables: [], externalEnums: [] }

// Where the engine leaves the words of a panic before it dies of it.
let panic = ''
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: {
    set_message: (words: string) => {
      panic = words
    },
  },
})

let loading: Promise<void> | undefined

function loadWasm(): Promise<void> {
  loading ??= (async () => {
    const directory = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    const bytes = await readFile(directory.replace(/\.js$/, '.wasm'))
    const imports = Object.entries(engine).flatMap(([name, value]) =>
      typeof value === 'function' ? [[name, withoutLinger(name, value)] as const] : [],
    )
    const module = { './schema_engine_bg.js': Object.fromEntries(imports) }
    const { instance } = await WebAssembly.instantiate(bytes, module)
    engine.__wbg_set_wasm(instance.exports)
    const start = instance.exports.__wbindgen_start
    if (typeof start === 'function') start()
  })()
  return loading
}

/** The engine never clears the timer of its 10-second wait for a lock, and Node would wait for that timer with it. */
function withoutLinger(name: string, imported: WebAssembly.ImportValue): WebAssembly.ImportValue {
  if (!name.startsWith('__wbg_setTimeout_')) return imported
  return (handler: () => void, ms: number) => setTimeout(handler, ms).unref()
}

/** Runs a script as one query of a session: where it fails, PostgreSQL has undone the whole of it. */
export type RunScript = (session: pg.Pool, script: string) => Promise<void>

/** The adapter's own executeScript splits at each `;`, which cuts function bodies in pieces. */
class WholeScriptPg extends PrismaPg {
  readonly #run: RunScript

  constructor(session: pg.Pool, run: RunScript) {
    super(session)
    this.#run = run
  }

  override async connect() {
    return runScriptsWhole(await super.connect(), this.#run)
  }
  override async connectToShadowDb() {
    return runScriptsWhole(await super.connectToShadowDb(), this.#run)
  }
}

function runScriptsWhole(adapter: Awaited<ReturnType<PrismaPg['connect']>>, run: RunScript) {
  adapter.executeScript = (script) => run(adapter.underlyingDriver(), script)
  return adapter
}

/**
 * Opens the schema engine on a database, runs `work` and closes it.
 * @param connectionString a PostgreSQL URL
 * @param work gets the session that the engine works in as well: a pool of one connection
 * @throws Error with the engine's own message
 */
export async function withSchemaEngine<Result>(
  connectionString: string,
  runScript: RunScript,
  work: (opened: SchemaEngine, session: pg.Pool) => Promise<Result>,
): Promise<Result> {
  // One connection, ours to close: the engine's advisory lock lives as long as the session that took it.
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0 })
  // One that is lost while it is lent emits an event as well, which would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await withAdapter(new WholeScriptPg(pool, runScript), (opened) => work(opened, pool))
  } finally {
    await pool.end()
  }
}

/** What the engine finds where there is nothing to find. As it opens it asks for the version and makes the schema. */
const nothing: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'nothing',
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => undefined,
  startTransaction: () => Promise.reject(new Error('There is no database to change.')),
  dispose: async () => undefined,
}

/** Opens the engine without a database, which is enough for comparing two schemas. */
export function withSchemaEngineAlone<Result>(
  work: (opened: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { provider, adapterName } = nothing
  const connect = async () => nothing
  return withAdapter({ provider, adapterName, connect, connectToShadowDb: connect }, work)
}

async function withAdapter<Result>(
  factory: SqlMigrationAwareDriverAdapterFactory,
  work: (opened: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await loadWasm()
  const adapter = bindMigrationAwareSqlAdapterFactory(factory)
  const opened = await engine.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter)
  try {
    return await work(opened)
  } catch (error) {
    throw explained(error, adapter)
  } finally {
    opened.free()
  }
}

/** A failure inside the adapter reaches us as a number; the real error waits in the adapter's registry. */
function explained(error: unknown, adapter: ReturnType<typeof bindMigrationAwareSqlAdapterFactory>): Error {
  const message = error instanceof Error ? error.message : String(error)
  const words = message.replace(/external error id#(\d+)/i, (number, id) => {
    const recorded = adapter.errorRegistry.consumeError(Number(id))
    return recorded === undefined ? number : String(recorded.error)
  })
  // Behind the words comes where in the engine it happened.
  return new Error(panic || words.replace(/\n +0: [\s\S]*$/, ''), { cause: error })
}
