import type pg from 'pg'
import { rowsOf } from '../database.ts'

const PERCENT = { prize: 15n, royalty: 5n } as const

/** Sets withheld taxes, as two super admins would. */
export async function withholdTax(database: pg.Pool): Promise<void> {
  await rowsOf(
    database,
    `INSERT INTO setting (key, value, version, updated_at)
      SELECT key, to_jsonb(percent), 1, now() FROM unnest($1::text[], $2::int[]) AS s(key, percent)`,
    [Object.keys(PERCENT).map((kind) => `${kind}_tax_percent`), Object.values(PERCENT).map(Number)],
  )
}

type Paid = { key: string; kind: 'prize' | 'royalty'; gross: bigint; tax: bigint; net: bigint }

/** Recomputes the tax of each prize and royalty, and compares the sum with the tax account. */
export async function checkTax(database: pg.Pool, challengeId: string): Promise<string[]> {
  const paid = await rowsOf<Paid>(
    database,
    `SELECT j.idempotency_key AS key, j.type AS kind,
        (-sum(e.amount) FILTER (WHERE a.kind IN ('prize_pool', 'royalty_pool')))::bigint AS gross,
        coalesce(sum(e.amount) FILTER (WHERE a.kind = 'withholding_tax'), 0)::bigint AS tax,
        (sum(e.amount) FILTER (WHERE a.owner_id IS NOT NULL))::bigint AS net
      FROM journal j JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id
      WHERE j.type IN ('prize', 'royalty') AND j.source_id = $1 GROUP BY j.id ORDER BY j.id`,
    [challengeId],
  )
  const differences = paid
    .filter(({ kind, gross, tax, net }) => tax !== (gross * PERCENT[kind]) / 100n || net !== gross - tax)
    .map(
      ({ key, gross, tax, net }) => `${key}: of ${gross} cents ${tax} are tax, and ${net} came to the wallet`,
    )
  const [{ owed } = { owed: 0n }] = await rowsOf<{ owed: bigint }>(
    database,
    `SELECT posted AS owed FROM account WHERE kind = 'withholding_tax'`,
  )
  const withheld = paid.reduce((sum, { tax }) => sum + tax, 0n)
  if (paid.length === 0 || withheld === 0n) differences.push('no tax was withheld')
  if (owed !== withheld) differences.push(`the tax account has ${owed} cents, withheld were ${withheld}`)
  return differences
}
