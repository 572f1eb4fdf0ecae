import { type Insertable, sql } from 'kysely'
import { withApiNames } from '#lib/core/api-names.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Tables without the ledger's three, which only post_journals writes. */
type SeedTable =
  | 'appUser'
  | 'profile'
  | 'track'
  | 'challenge'
  | 'subscription'
  | 'subscriptionPayment'
  | 'trackAssignment'
  | 'video'
  | 'paymentIntent'
  | 'gift'
  | 'mpesaReceipt'
  | 'challengeResult'
  | 'kycRecord'
  | 'kycDocument'
  | 'kycReview'
  | 'auditEvent'

export type Row<T extends SeedTable> = Insertable<DB[T]>

/** Inserts rows in one statement, with the first row's columns. */
export async function insertRows<T extends SeedTable>(
  on: Queryable,
  table: T,
  all: readonly Row<T>[],
): Promise<void> {
  const [first] = all
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const json = JSON.stringify(all.map(withApiNames), asPostgresReadsIt)
  await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${json})`.execute(kysely(on))
}

function asPostgresReadsIt(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const given = this[key]
  if (given instanceof Uint8Array) return `\\x${Buffer.from(given).toString('hex')}`
  return typeof value === 'bigint' ? value.toString() : value
}
