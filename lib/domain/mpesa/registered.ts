import { type Kysely, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { signHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { callbackBase } from './callback-path.ts'

// Stored in `system_check` (`findings`).

const PAYBILL = 'paybill_registered'
const STATEMENT = 'statement_registered'

export type PaybillAddresses = {
  readonly shortcode: string
  /** Their beginning; empty if unknown. */
  readonly base: string
  /** Identifies the signing secret; empty if unknown. */
  readonly mark: string
}

const markOf = (secret: string) => signHex(secret, 'the addresses of Paybill', 16)

export function paybillAddresses(): PaybillAddresses {
  return { shortcode: env.MPESA_SHORTCODE, base: callbackBase(), mark: markOf(env.MPESA_CALLBACK_SECRET) }
}

export function formerMarks(): string[] {
  return env.MPESA_CALLBACK_FORMER_SECRETS.map(markOf)
}

/** With the time since when they are known; null before M-Pesa's first answer. */
export async function knownPaybill(on: Queryable): Promise<(PaybillAddresses & { since: Date }) | null> {
  const row = await kysely(on)
    .selectFrom('systemCheck')
    .select(['checkedAt', 'findings'])
    .where('name', '=', PAYBILL)
    .executeTakeFirst()
  if (!row) return null
  const [shortcode = '', base = '', mark = ''] = row.findings
  return { shortcode, base, mark, since: row.checkedAt }
}

export function notePaybillTaken(): Promise<void> {
  return note(PAYBILL, wordsOf(paybillAddresses()))
}

/** Does not replace known addresses of this shortcode, which another worker may have just recorded. */
export async function notePaybillKept(): Promise<void> {
  const findings = wordsOf({ shortcode: env.MPESA_SHORTCODE, base: '', mark: '' })
  await kysely(db())
    .insertInto('systemCheck')
    .values({ ...row(PAYBILL), findings })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ checkedAt: now(), findings })
        .where(sql<boolean>`NOT ${isOfShortcode}`),
    )
    .execute()
}

/** M-Pesa called a Paybill address signed by the current secret. The base of that address is unknown. */
export async function notePaybillHeard(): Promise<void> {
  const { shortcode, mark } = paybillAddresses()
  const noted = sql<string[]>`CASE WHEN ${isOfShortcode}
    THEN ARRAY[${shortcode}, coalesce(system_check.findings[2], ''), ${mark}] ELSE excluded.findings END`
  await kysely(db())
    .insertInto('systemCheck')
    .values({ ...row(PAYBILL), findings: wordsOf({ shortcode, base: '', mark }) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ checkedAt: now(), findings: noted })
        .where(
          sql<boolean>`NOT (${isOfShortcode} AND system_check.findings[3] IS NOT DISTINCT FROM ${mark})`,
        ),
    )
    .execute()
}

const isOfShortcode = sql<boolean>`system_check.findings[1] IS NOT DISTINCT FROM excluded.findings[1]`

const wordsOf = ({ shortcode, base, mark }: PaybillAddresses) => [shortcode, base, mark]

export type KeptStatement = {
  /** Its days are complete from this moment. */
  readonly since: Date
  /** Earlier reads may have been of no statement. */
  readonly notedAt: Date
}

export async function noteStatementBegun(): Promise<void> {
  await note(STATEMENT, [env.MPESA_SHORTCODE, now().toISOString()])
}

/** The beginning is unknown and may be recent, so only later days count as complete. */
export async function noteStatementKept(at: Date): Promise<void> {
  const findings = [env.MPESA_SHORTCODE, at.toISOString()]
  await kysely(db())
    .insertInto('systemCheck')
    .values({ ...row(STATEMENT), checkedAt: at, findings })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ checkedAt: at, findings })
        .where(sql<boolean>`NOT ${isOfShortcode}`),
    )
    .execute()
}

export async function keptStatement(on: Queryable): Promise<KeptStatement | null> {
  const found = await kysely(on)
    .selectFrom('systemCheck')
    .select(['checkedAt', 'findings'])
    .where('name', '=', STATEMENT)
    .executeTakeFirst()
  const [shortcode, notedAt] = found?.findings ?? []
  if (!found || shortcode !== env.MPESA_SHORTCODE) return null
  return { since: found.checkedAt, notedAt: notedAt ? new Date(notedAt) : found.checkedAt }
}

/** Since then the statement's days are complete. */
export function statementBegan(books: Kysely<DB>) {
  return books.selectFrom('systemCheck').select('checkedAt').where('name', '=', STATEMENT)
}

const row = (name: string) => ({ name, checkedAt: now(), isGood: true, tookMs: 0 })

async function note(name: string, findings: string[]): Promise<void> {
  const noted = { checkedAt: now(), findings }
  await kysely(db())
    .insertInto('systemCheck')
    .values({ ...row(name), ...noted })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(noted))
    .execute()
}
