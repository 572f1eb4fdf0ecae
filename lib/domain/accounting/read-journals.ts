import { sql } from 'kysely'
import type { ListedCashKind } from '#lib/contract/cash/constants.ts'
import { readableMask } from '#lib/contract/phone.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { everyRow } from '#lib/core/paging.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { bookMonth } from './book-month.ts'

export type BookedJournal = {
  readonly id: bigint
  readonly type: string
  /** M-Pesa's time for payments, otherwise the time of the decision. */
  readonly occurredAt: Date
  /** The month whose report includes the journal, `2026-11`. */
  readonly month: string
  /** M-Pesa's receipt, the entered evidence, or the month of a close; otherwise the journal's own key. */
  readonly reference: string
  /** The reference that the tabs Books and Money out show; empty for other journals. */
  readonly number: string
  /** Cents; a positive amount is a credit. */
  readonly entries: readonly {
    readonly kind: string
    readonly amount: Cents
    readonly counterparty: string
  }[]
}

const AT_ONCE = 1_000

/**
 * Yields journals in batches, in order of posting. Skips journals posted after the start.
 * @param month only the journals in the books of this month, `2026-11`
 */
export async function* everyJournal(month?: string): AsyncGenerator<BookedJournal[]> {
  const { after, through } = await withLongStatementTimeout(() => journalsOfMonth(month))
  yield* everyRow<BookedJournal>(AT_ONCE, (last) =>
    withLongStatementTimeout(async () => withEntries(await journalsAfter(last?.id ?? after, through, month))),
  )
}

/**
 * Returns limits for the ids of a month's journals: above `after`, up to `through`. If the month has a
 * report, `through` is the report's last journal.
 */
export async function journalsOfMonth(
  month: string | undefined,
): Promise<{ after: bigint; through: bigint }> {
  const reported = kysely(db())
    .selectFrom('monthReport')
    .select('throughJournal')
    .where('month', '=', sql<Date>`${`${month ?? '2000-01'}-01`}::date`)
  const { through } = await kysely(db())
    .selectFrom('journal')
    .select((eb) => sql<bigint>`coalesce((${reported}), ${eb.fn.max(eb.ref('id'))}, 0)`.as('through'))
    .executeTakeFirstOrThrow()
  return { after: month ? await beforeMonth(month) : 0n, through }
}

/** An id that is lower than those of all the month's journals. */
async function beforeMonth(month: string): Promise<bigint> {
  const first = sql<Date>`${`${month}-01`}::date`
  const reported = kysely(db())
    .selectFrom('monthReport')
    .select((eb) => eb.fn.max('throughJournal').as('id'))
    .where('month', '<', first)
  const { id } = await kysely(db())
    .selectFrom('journal as j')
    .where('j.occurredAt', '>=', sql<Date>`${first}::timestamp AT TIME ZONE 'Africa/Nairobi'`)
    .select((eb) =>
      // The first report includes all earlier journals too.
      sql<bigint>`CASE WHEN (${reported}) IS NULL THEN 0 ELSE least(min(${eb.ref('j.id')}) - 1, (${reported})) END`.as(
        'id',
      ),
    )
    .executeTakeFirstOrThrow()
  return id
}

function journalsAfter(after: bigint, last: bigint, month: string | undefined) {
  const query = kysely(db())
    .selectFrom('journal as j')
    .leftJoin('mpesaReceipt as m', (join) =>
      join.on(
        'm.receipt',
        '=',
        sql<string>`CASE WHEN j.source_type IN ('mpesa_receipt', 'write_off') THEN j.source_id END`,
      ),
    )
    .leftJoin('paymentIntent as i', (join) =>
      join.on(
        'i.id',
        '=',
        sql<string>`CASE WHEN j.source_type = 'payment_intent' THEN j.source_id::uuid END`,
      ),
    )
    .leftJoin('payout as o', (join) =>
      join.on('o.id', '=', sql<string>`CASE WHEN j.source_type = 'payout' THEN j.source_id::uuid END`),
    )
    .leftJoin('refund as f', (join) =>
      join.on('f.id', '=', sql<string>`CASE WHEN j.source_type = 'refund' THEN j.source_id::uuid END`),
    )
    .leftJoin('cashJournal as c', (join) =>
      join.on('c.id', '=', sql<string>`CASE WHEN j.source_type = 'cash_journal' THEN j.source_id::uuid END`),
    )
    .leftJoin('challenge as h', (join) =>
      join.on('h.id', '=', sql<string>`CASE WHEN j.source_type = 'challenge' THEN j.source_id::uuid END`),
    )
    .where('j.id', '>', after)
    .where('j.id', '<=', last)
    .orderBy('j.id')
    .limit(AT_ONCE)
    .select(['j.id', 'j.type', 'j.idempotencyKey as key', 'j.occurredAt'])
    .select((eb) => {
      const inBooks = bookMonth({
        id: eb.ref('j.id'),
        sourceType: eb.ref('j.sourceType'),
        sourceId: eb.ref('j.sourceId'),
        occurredAt: eb.ref('j.occurredAt'),
      })
      return [
        sql<string>`to_char(${inBooks}, 'YYYY-MM')`.as('month'),
        eb.fn
          .coalesce(
            'm.receipt',
            eb
              .selectFrom('mpesaReceipt as p')
              .select((of) => of.fn.min<string | null>('p.receipt').as('receipt'))
              .whereRef('p.intentId', '=', 'i.id'),
            'o.receipt',
            'f.proof',
            sql<string | null>`coalesce(nullif(${eb.ref('c.evidence')}, ''), ${eb.ref('h.title')})`,
          )
          .as('reference'),
        eb.fn.coalesce('c.reference', 'o.reference', 'f.reference', sql<string>`''`).as('number'),
        'c.kind as cashKind',
        eb.fn.coalesce('m.phone', 'i.phone', 'o.phone', 'f.phone').as('phone'),
      ]
    })
  if (month === undefined) return query.execute()
  return query
    .where((eb) => {
      const inBooks = bookMonth({
        id: eb.ref('j.id'),
        sourceType: eb.ref('j.sourceType'),
        sourceId: eb.ref('j.sourceId'),
        occurredAt: eb.ref('j.occurredAt'),
      })
      return sql<boolean>`${inBooks} = ${`${month}-01`}::date`
    })
    .execute()
}

async function withEntries(journals: Awaited<ReturnType<typeof journalsAfter>>): Promise<BookedJournal[]> {
  const entries = await kysely(db())
    .selectFrom('entry as e')
    .innerJoin('account as a', 'a.id', 'e.accountId')
    .leftJoin('appUser as u', 'u.id', 'a.ownerId')
    .where('e.journalId', '=', anyOf(journals.map(({ id }) => id)))
    .select(['e.journalId', 'e.amount', 'a.kind', 'u.username'])
    .orderBy('e.journalId')
    .orderBy('e.accountId')
    .execute()
  const of = Map.groupBy(entries, ({ journalId }) => journalId)
  return journals.map(({ id, type, key, occurredAt, month, reference, number, cashKind, phone }) => ({
    id,
    type,
    occurredAt,
    month,
    reference: reference ?? key,
    number,
    entries: (of.get(id) ?? []).map(({ kind, amount, username }) => ({
      kind,
      amount,
      counterparty:
        username ??
        (cashKind ? outsiderOf[cashKind] : kind.startsWith('mpesa_') && phone ? readableMask(phone) : ''),
    })),
  }))
}

/** The other side of money that moves outside of the product. */
const outsiderOf: Readonly<Record<ListedCashKind, string>> = {
  to_bank: 'Bank',
  float_in: 'Bank',
  bank_charge: 'Bank',
  mpesa_move: 'M-PESA',
  mpesa_charge: 'M-PESA',
  owner_in: 'Owner',
  owner_out: 'Owner',
  opening: 'Owner',
  tax_payment: 'Tax authority',
}
