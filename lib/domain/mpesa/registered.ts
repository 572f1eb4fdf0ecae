import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
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
    .selectFrom('system_check')
    .select(['checked_at', 'findings'])
    .where('name', '=', PAYBILL)
    .executeTakeFirst()
  if (!row) return null
  const [shortcode = '', base = '', mark = ''] = row.findings
  return { shortcode, base, mark, since: row.checked_at }
}

/** Notes that M-Pesa has taken the addresses of today. */
export function notePaybillTaken(): Promise<void> {
  return note(PAYBILL, wordsOf(paybillAddresses()))
}

/** Notes that M-Pesa has addresses of before. Those that we know of stay, where they are of this shortcode. */
export async function notePaybillKept(): Promise<void> {
  const known = await knownPaybill(db())
  if (known?.shortcode !== env.MPESA_SHORTCODE)
    await note(PAYBILL, wordsOf({ shortcode: env.MPESA_SHORTCODE, base: '', mark: '' }))
}

/**
 * Notes that M-Pesa has called an address of Paybill's that today's secret has signed: it is what M-Pesa has, whoever registered
 * it. By which name it was reached is not seen here.
 */
export async function notePaybillHeard(): Promise<void> {
  const { shortcode, mark } = paybillAddresses()
  const known = await knownPaybill(db())
  const isOfShortcode = known?.shortcode === shortcode
  if (isOfShortcode && known.mark === mark) return
  await note(PAYBILL, wordsOf({ shortcode, base: isOfShortcode ? known.base : '', mark }))
}

const wordsOf = ({ shortcode, base, mark }: PaybillAddresses) => [shortcode, base, mark]

/**
 * Notes that M-Pesa keeps a statement of our shortcode: it says so, or has listed something.
 * @returns from when on its days are whole. After another shortcode that is the moment at which this one was noted.
 */
export async function noteStatementKept(): Promise<Date> {
  const [ever, findings] = [new Date(0), [env.MPESA_SHORTCODE]]
  await kysely(db())
    .insertInto('system_check')
    .values({ name: STATEMENT, checked_at: ever, is_good: true, took_ms: 0, findings })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ checked_at: now(), findings })
        .where(sql<boolean>`system_check.findings <> excluded.findings`),
    )
    .execute()
  return (await statementKeptSince(db())) ?? ever
}

/** From when on the days of our shortcode's statement are whole; null where M-Pesa is not known to keep one. */
export async function statementKeptSince(on: Queryable): Promise<Date | null> {
  const row = await kysely(on)
    .selectFrom('system_check')
    .select(['checked_at', 'findings'])
    .where('name', '=', STATEMENT)
    .executeTakeFirst()
  return row?.findings[0] === env.MPESA_SHORTCODE ? row.checked_at : null
}

async function note(name: string, findings: string[]): Promise<void> {
  const noted = { checked_at: now(), findings }
  await kysely(db())
    .insertInto('system_check')
    .values({ name, is_good: true, took_ms: 0, ...noted })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(noted))
    .execute()
}
