import pg from 'pg'

/** A table of the database; `quoted` and `ordered` (by its key) are SQL. */
export type Table = { name: string; quoted: string; ordered: string; columns: string[] }

/** Every table with the columns that hold something of its own. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
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
  return rows
}

const listed = (columns: readonly string[]) => columns.map((one) => pg.escapeIdentifier(one)).join(', ')

/** SQL that reads a table whole in the order of its key: the same rows are the same text, wherever they lie. */
export function readingOf({ quoted, ordered }: Table, columns: readonly string[]): string {
  return `COPY (SELECT ${listed(columns)} FROM ${quoted} ORDER BY ${ordered}) TO STDOUT`
}

/** SQL that fills a table with what `readingOf` read. */
export function fillingOf({ quoted }: Table, columns: readonly string[]): string {
  return `COPY ${quoted} (${listed(columns)}) FROM STDIN`
}

export type Sequence = { name: string; value: string; is_called: boolean }

/** Where every sequence stands. Sequences know no snapshot: asked after one was taken, they are at it or past it. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `SELECT relname AS name, format('%I', relname) AS quoted FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  )
  const found: Sequence[] = []
  for (const { name, quoted } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `SELECT last_value::text AS value, is_called FROM ${quoted}`,
    )
    const [one] = state.rows
    if (one) found.push({ name, ...one })
  }
  return found
}
