// For developers and tests: unlike `prisma migrate diff`, it downloads no engine.
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { type DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm'

export type SchemaFile = { readonly path: string; readonly content: string }

/** Prisma's engine requires a database, but reads nothing from it to compare two schemas. */
const noDatabase: SqlDriverAdapter = {
  provider: 'postgres',
  adapterName: 'none',
  queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
  executeRaw: async () => 0,
  executeScript: async () => undefined,
  startTransaction: () => Promise.reject(new Error('There is no database to change.')),
  dispose: async () => undefined,
}

/**
 * Returns the SQL that changes one schema into the other; '' if they are equal. No files mean an empty
 * schema.
 */
export async function sqlBetween(from: readonly SchemaFile[], to: readonly SchemaFile[]): Promise<string> {
  const connect = async () => noDatabase
  const { provider, adapterName } = noDatabase
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider,
    adapterName,
    connect,
    connectToShadowDb: connect,
  })
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter)
  try {
    const { stdout } = await engine.diff({
      from: targetOf(from),
      to: targetOf(to),
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    const sql = (stdout ?? '').trim()
    return sql === '' || sql.includes('This is an empty migration') ? '' : `${sql}\n`
  } finally {
    engine.free()
  }
}

const targetOf = (files: readonly SchemaFile[]): DiffTarget =>
  files.length === 0 ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [...files] }
