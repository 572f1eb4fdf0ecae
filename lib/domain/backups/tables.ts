import pg from 'pg'
import { z } from 'zod'

const table = z.object({
  name: z.string(),
  quoted: z.string(),
  ordered: z.string(),
  columns: z.array(z.string()),
})

/** `quoted` and `ordered` are SQL: the table's name, and the columns of its key. */
export type Table = z.infer<typeof table>

/** Lists the tables with their columns, except generated ones. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(
    `SELECT c.relname AS name, format('%I', c.relname) AS quoted, a.columns,
        coalesce(k.ordered, format('%I::text COLLATE "C"', c.relname)) AS ordered
      FROM pg_class c
      CROSS JOIN LATERAL (SELECT array_agg(attname::text ORDER BY attnum) AS columns
        FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') a
      LEFT JOIN LATERAL (SELECT string_agg(format('%I', t.attname) || CASE WHEN t.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END,
          ', ' ORDER BY x.place) AS ordered
        FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS x(attnum, place)
        JOIN pg_attribute t ON t.attrelid = c.oid AND t.attnum = x.attnum
        WHERE i.indrelid = c.oid AND i.indisprimary) k ON true
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      ORDER BY c.relname COLLATE "C"`,
  )
  return z.array(table).parse(rows)
}

const listed = (columns: readonly string[]) => columns.map((one) => pg.escapeIdentifier(one)).join(', ')

/** SQL that reads a table in order of its key, so that equal rows give equal text. */
export function readingOf({ quoted, ordered }: Table, columns: readonly string[]): string {
  return `COPY (SELECT ${listed(columns)} FROM ${quoted} ORDER BY ${ordered}) TO STDOUT`
}

/** SQL that fills a table with the text of `readingOf`. */
export function fillingOf({ quoted }: Table, columns: readonly string[]): string {
  return `COPY ${quoted} (${listed(columns)}) FROM STDIN`
}

const named = z.array(z.object({ name: z.string(), quoted: z.string() }))
const state = z.tuple([z.object({ value: z.string(), is_called: z.boolean() })])

export type Sequence = { name: string } & z.infer<typeof state>[0]

/**
 * Call it after the snapshot: sequences do not belong to it, so their values are then at the snapshot's or
 * past it.
 */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query(
    `SELECT relname AS name, format('%I', relname) AS quoted FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  )
  const found: Sequence[] = []
  for (const { name, quoted } of named.parse(rows)) {
    const answer = await client.query(`SELECT last_value::text AS value, is_called FROM ${quoted}`)
    found.push({ name, ...state.parse(answer.rows)[0] })
  }
  return found
}
