// prisma/schema says what the client and Kysely believe of the database; the migrations make it. Both have to say the same.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { filters, withSchemaEngineAlone } from '#prisma/schema-engine.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** What Prisma can say of tables: columns, primary keys, references. It has no word for how a generated column is made. */
const tables = `
  SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname <> '_prisma_migrations'
  UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f') AND conrelid::regclass::text <> '_prisma_migrations'
  UNION ALL SELECT format('%s: %s', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder))
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname
  ORDER BY 1`
/** The migrations have more of these: expressions and conditions are written by hand. */
const indexes = `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`

let migrated: TestDatabase
let ofSchema: TestDatabase
beforeAll(async () => {
  const { databaseUrl } = inject('services')
  migrated = await createTestDatabase(databaseUrl)
  ofSchema = await createTestDatabase(databaseUrl)
  await query(ofSchema, 'DROP SCHEMA public CASCADE')
  await query(ofSchema, 'CREATE SCHEMA public')
  await query(ofSchema, await scriptOfSchema())
})
afterAll(async () => {
  await migrated.drop()
  await ofSchema.drop()
})

async function scriptOfSchema(): Promise<string> {
  const files = globSync('prisma/schema/**/*.prisma', { cwd: root }).map((file) => ({
    path: file,
    content: readFileSync(path.join(root, file), 'utf8'),
  }))
  const { stdout } = await withSchemaEngineAlone((engine) =>
    engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    }),
  )
  return stdout ?? ''
}

async function query(database: TestDatabase, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows?.map(({ line }) => String(line)) ?? []
  } finally {
    await client.end()
  }
}

test('the migrations make the columns, keys, references and enums of prisma/schema', async () => {
  const made = await query(migrated, tables)
  expect(made.length).toBeGreaterThan(500)
  expect(made).toEqual(await query(ofSchema, tables))
})

test('the migrations make every index of prisma/schema', async () => {
  const made = await query(migrated, indexes)
  expect((await query(ofSchema, indexes)).filter((index) => !made.includes(index))).toEqual([])
})
