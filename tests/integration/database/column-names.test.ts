import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

afterAll(() => closeDb())

test('every table and column has one name in TypeScript, which leads back to it', async () => {
  const found = await rows<{ name: string }>(
    db(),
    `SELECT DISTINCT unnest(ARRAY[table_name, column_name])::text AS name
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' ORDER BY 1`,
  )
  const names = found.map(({ name }) => name)
  expect(names).toContain('votes_reached_at')
  const columns = sql.join(names.map((name) => sql`1 AS ${sql.raw(`"${name}"`)}`))
  const { rows: selected } = await sql<object>`SELECT ${columns}`.execute(kysely(db()))
  const inTypeScript = Object.keys(selected[0] ?? {})
  const written = sql.join(inTypeScript.map((name) => sql.ref(name))).compile(kysely(db())).sql
  expect(written.split(', ')).toEqual(names.map((name) => `"${name}"`))
})
