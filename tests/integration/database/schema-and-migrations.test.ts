// prisma/schema says what the client and Kysely believe of the database; the migrations make it. Both have to say the same.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sqlBetween } from '#prisma/schema-diff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** What Prisma can say of tables: columns, primary keys, references. It has no word for how a generated column is made. */
const tables = `
  SELECT format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END, pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f')
  UNION ALL SELECT format('%s: %s', t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder))
    FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname
  ORDER BY 1`
/** The migrations have more of these: expressions and conditions are written by hand. */
const indexes = `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`

/** What prisma/sql makes: functions, aggregates, triggers and views, without those of extensions. */
const own = (oid: string) => `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = ${oid} AND d.deptype = 'e')`
const made = `
  SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind <> 'a' AND ${own('p.oid')}
  UNION ALL SELECT format('%s %s %s %s %s %s', p.oid::regprocedure, p.proparallel, a.aggtransfn, a.aggcombinefn, a.aggtranstype::regtype,
      a.agginitval) FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid
    WHERE p.pronamespace = 'public'::regnamespace AND ${own('p.oid')}
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT format('%s %s', relname, pg_get_viewdef(oid)) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
  ORDER BY 1`
const dropping = `
  SELECT format('DROP VIEW %s CASCADE', oid::regclass) AS line FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
  UNION ALL SELECT format('DROP ROUTINE %s CASCADE', p.oid::regprocedure) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND ${own('p.oid')}`

let migrated: TestDatabase
let ofSchema: TestDatabase
beforeAll(async () => {
  const { databaseUrl } = inject('services')
  migrated = await createTestDatabase(databaseUrl)
  ofSchema = await createTestDatabase(databaseUrl)
  await query(ofSchema, 'DROP SCHEMA public CASCADE')
  await query(ofSchema, 'CREATE SCHEMA public')
  await query(ofSchema, await sqlBetween([], files('prisma/schema/*.prisma')))
})
afterAll(async () => {
  await migrated.drop()
  await ofSchema.drop()
})

function files(pattern: string) {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((file) => ({ path: file, content: readFileSync(path.join(root, file), 'utf8') }))
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
  const found = await query(migrated, tables)
  expect(found.length).toBeGreaterThan(500)
  expect(found).toEqual(await query(ofSchema, tables))
})

test('the migrations make every index of prisma/schema', async () => {
  const found = await query(migrated, indexes)
  expect((await query(ofSchema, indexes)).filter((index) => !found.includes(index))).toEqual([])
})

test('the files of prisma/sql have the text of every function, trigger and view, and each has an object', async () => {
  const before = await query(migrated, made)
  expect(before.length).toBeGreaterThan(30)
  for (const statement of await query(migrated, dropping)) await query(migrated, statement)
  expect(await query(migrated, made)).toEqual([])
  for (const kind of ['functions', 'triggers', 'views'])
    for (const { content } of files(`prisma/sql/${kind}/*.sql`)) await query(migrated, content)
  expect(await query(migrated, made)).toEqual(before)
})
