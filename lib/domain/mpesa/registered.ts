import { type Kysely, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { signHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { callbackBase } from './callback-path.ts'

// What M-Pesa has registered is stored in `system_check`, as words in `findings`.

const PAYBILL = 'paybill_registered'
const STATEMENT = 'statement_registered'

export type PaybillAddresses = {
  readonly shortcode: string
  /** The beginning of the registered addresses; empty if unknown. */
  readonly base: string
  /** Identifies the secret that signed the addresses; empty if unknown. */
  readonly mark: string
}

const markOf = (secret: string) => signHex(secret, 'the addresses of Paybill', 16)

export function paybillAddresses(): PaybillAddresses {
  return { shortcode: env.MPESA_SHORTCODE, base: callbackBase(), mark: markOf(env.MPESA_CALLBACK_SECRET) }
}

export function formerMarks(): string[] {
  return env.MPESA_CALLBACK_FORMER_SECRETS.map(markOf)
}

/** The registered addresses, and when we noted them; null before M-Pesa's first answer. */
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

/** Notes unknown addresses, unless this shortcode has known ones: another worker may have noted these. */
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

/** Notes that M-Pesa called a Paybill address signed by the current secret. The address's base is unknown. */
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
  /** From this moment the statement has all payments. */
  readonly since: Date
  /** When we noted this; earlier reads may have found no statement. */
  readonly notedAt: Date
}

export async function noteStatementBegun(): Promise<void> {
  await note(STATEMENT, [env.MPESA_SHORTCODE, now().toISOString()])
}

/** The statement existed before, since an unknown time, so it counts as complete only from `at`. */
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
