import pg from 'pg'
import { z } from 'zod'
import { say } from '#lib/core/sentence.ts'
import { DamageError } from './errors.ts'
import { migrationTable } from './migrations.ts'
import { type Manifest, manifest as manifestSchema, placeOf, type StoredTable, sealName } from './schema.ts'
import { loadTable, measureTable, readText } from './streams.ts'
import { listTables, type Table } from './tables.ts'

/** @throws DamageError if the manifest is missing, changed or unreadable */
export async function readManifest(backupId: string): Promise<Manifest> {
  const text = await readText(
    placeOf.manifest(backupId),
    sealName(backupId, 'manifest'),
    'The list of contents',
  )
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success || parsed.data.id !== backupId) throw new DamageError('backup.no_contents')
  return parsed.data
}

/**
 * Fills an empty database: migrations create the tables, one transaction fills them, and the foreign keys are
 * added last, which checks every reference.
 * @throws DamageError if the data differs from the backup
 */
export async function loadBackup(client: pg.Client, from: Manifest): Promise<void> {
  await client.query(migrationTable)
  for (const { script } of from.migrations) await client.query(script)
  const tables = await pairTables(client, from)
  await client.query('BEGIN')
  const references = await dropReferences(client)
  const all = tables.map(({ table }) => table)
  for (const { quoted } of all) await client.query(`ALTER TABLE ${quoted} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${all.map(({ quoted }) => quoted).join(', ')}`)
  for (const { table, stored } of tables) await loadTable(client, from.id, stored, table)
  for (const { name, value, is_called } of from.sequences)
    await client.query('SELECT setval(format($1, $2::text)::regclass, $3::bigint, $4)', [
      '%I',
      name,
      value,
      is_called,
    ])
  for (const { quoted } of all) await client.query(`ALTER TABLE ${quoted} ENABLE TRIGGER USER`)
  await damagedUnless(async () => {
    for (const reference of references) await client.query(reference)
  })
  await client.query('COMMIT')
  await client.query('ANALYZE')
}

/** @throws DamageError if a table differs from the backup */
export async function compareTables(client: pg.Client, from: Manifest): Promise<void> {
  for (const { table, stored } of await pairTables(client, from)) {
    const found = await measureTable(client, table, stored.columns)
    if (found.rows !== stored.rows || found.sha256 !== stored.sha256)
      throw new DamageError(say('backup.read_otherwise', { table: table.name }))
  }
}

async function pairTables(
  client: pg.Client,
  from: Manifest,
): Promise<{ table: Table; stored: StoredTable }[]> {
  const tables = await listTables(client)
  const shapeOf = (some: readonly Pick<Table, 'name' | 'columns'>[]) =>
    some.map(({ name, columns }) => `${name}: ${[...columns].sort().join()}`).sort()
  if (shapeOf(tables).join('\n') !== shapeOf(from.tables).join('\n'))
    throw new DamageError('backup.other_tables')
  return tables.flatMap((table) => {
    const stored = from.tables.find(({ name }) => name === table.name)
    return stored ? [{ table, stored }] : []
  })
}

const constraints = z.array(z.object({ drop: z.string(), add: z.string() }))

/** Drops all foreign keys. @returns SQL that adds each again, which checks all rows */
async function dropReferences(client: pg.Client): Promise<string[]> {
  const found = await client.query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  const rows = constraints.parse(found.rows)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

const FOREIGN_KEY_VIOLATION = '23503'

async function damagedUnless(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION)
      throw new DamageError(say('backup.dangling_row', { why: error.message }))
    throw error
  }
}
