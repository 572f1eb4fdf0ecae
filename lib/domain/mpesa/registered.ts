import { type Kysely, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { signHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { callbackBase } from './callback-path.ts'

// What M-Pesa was told to keep for our shortcode, as far as we know. It stands among the checks by the clock (`system_check`), as
// the words of `findings`.

const PAYBILL = 'paybill_registered'
const STATEMENT = 'statement_registered'

/** Where M-Pesa announces Paybill payments. */
export type PaybillAddresses = {
  readonly shortcode: string
  /** How the addresses begin; empty where it is not known. */
  readonly base: string
  /** Tells the secret that signed them from others, and not what it is; empty where it is not known. */
  readonly mark: string
}

const markOf = (secret: string) => signHex(secret, 'the addresses of Paybill', 16)

/** The addresses of today. */
export function paybillAddresses(): PaybillAddresses {
  return { shortcode: env.MPESA_SHORTCODE, base: callbackBase(), mark: markOf(env.MPESA_CALLBACK_SECRET) }
}

/** The marks of the secrets whose addresses are still read. */
export function formerMarks(): string[] {
  return env.MPESA_CALLBACK_FORMER_SECRETS.map(markOf)
}

/** The addresses that M-Pesa has, and since when that is known; null where it has never answered about them. */
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

/** Notes that M-Pesa has taken the addresses of today. */
export function notePaybillTaken(): Promise<void> {
  return note(PAYBILL, wordsOf(paybillAddresses()))
}

/**
 * Notes that M-Pesa has addresses of before. Those that we know of stay, where they are of this shortcode: another worker may have
 * noted them a moment ago.
 */
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

/**
 * Notes that M-Pesa has called an address of Paybill's that today's secret has signed: it is what M-Pesa has, whoever registered
 * it. By which name it was reached is not seen here.
 */
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

/** Whether what is noted already is of the same shortcode as what is to be noted. */
const isOfShortcode = sql<boolean>`system_check.findings[1] IS NOT DISTINCT FROM excluded.findings[1]`

const wordsOf = ({ shortcode, base, mark }: PaybillAddresses) => [shortcode, base, mark]

/** The statement that M-Pesa keeps of our shortcode. */
export type KeptStatement = {
  /** From when on its days are whole. */
  readonly since: Date
  /** When we learned of it: what was read before was perhaps nobody's. */
  readonly notedAt: Date
}

/** Notes that M-Pesa has just begun to keep a statement of our shortcode. */
export async function noteStatementBegun(): Promise<void> {
  await note(STATEMENT, [env.MPESA_SHORTCODE, now().toISOString()])
}

/**
 * Notes that M-Pesa keeps a statement of our shortcode: it says so, or has listed something. Since when is not known, whoever
 * registered it: an operator may have done so an hour ago. So its days are taken for whole from the next one on.
 */
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

/** The statement that M-Pesa keeps of our shortcode; null where it is not known to keep one. */
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

/** The moment from which on the days of the statement are whole, for a statement of the books; no row where none is known. */
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
