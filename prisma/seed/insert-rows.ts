import { type Queryable, rows as query } from '#lib/core/db.ts'

/** Tables that the seed fills directly. The ledger's three are not among them: only post_journals writes those. */
type SeedTable =
  | 'app_user'
  | 'profile'
  | 'track'
  | 'challenge'
  | 'subscription'
  | 'subscription_payment'
  | 'track_assignment'
  | 'video'
  | 'payment_intent'
  | 'gift'
  | 'mpesa_receipt'
  | 'challenge_result'
  | 'kyc_record'
  | 'kyc_document'
  | 'kyc_review'
  | 'audit_event'

/** Column values by column name; dates and bigints are written as PostgreSQL reads them. */
export type Row = Record<string, unknown>

/** Inserts all rows in one statement. Every row has the columns of the first; what is left out takes its default. */
export async function insertRows(on: Queryable, table: SeedTable, all: readonly Row[]): Promise<void> {
  const [first] = all
  if (!first) return
  const columns = Object.keys(first).join(', ')
  await query(
    on,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(all, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))],
  )
}
