import { sql } from 'kysely'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import type { Invariant } from './invariants.ts'

/** Id of the newest journal that the hourly revenue includes. */
const throughJournal = (on: Queryable) =>
  kysely(on)
    .selectFrom('hourRevenue')
    .select((eb) => eb.fn.coalesce(eb.fn.max('throughJournal'), sql<bigint>`0`).as('id'))

/** Entries `e` of the platform's revenue accounts `a`, with their journals `j`. */
const revenueEntries = (on: Queryable) =>
  kysely(on)
    .selectFrom('account as a')
    .innerJoin('entry as e', 'e.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'e.journalId')
    .where('a.kind', '=', 'platform_revenue')

/** Adds revenue up to the journal `newest` to the hourly sums. The caller holds the lock of `sumHours`. */
export async function addRevenue(tx: Tx, newest: bigint): Promise<void> {
  await tx.kysely
    .insertInto('hourRevenue')
    .columns(['hour', 'type', 'amount', 'throughJournal'])
    .expression(
      revenueEntries(tx.client)
        .where('e.journalId', '>', throughJournal(tx.client))
        .where('e.journalId', '<=', newest)
        .select((eb) => [
          sql<Date>`date_trunc('hour', ${eb.ref('j.occurredAt')}, 'UTC')`.as('hour'),
          'j.type',
          sql<bigint>`sum(${eb.ref('e.amount')})::int8`.as('amount'),
          sql<bigint>`${newest}::int8`.as('throughJournal'),
        ])
        .groupBy([sql`1`, 'j.type']),
    )
    .onConflict((conflict) =>
      conflict.columns(['hour', 'type']).doUpdateSet((eb) => ({
        amount: eb('hourRevenue.amount', '+', eb.ref('excluded.amount')),
        throughJournal: eb.ref('excluded.throughJournal'),
      })),
    )
    .execute()
}

/**
 * Reads revenue by type of journal, in cents.
 * @param from start of an hour
 * @param until start of an hour, excluded
 */
export async function readRevenue(from: Date, until: Date): Promise<Map<string, bigint>> {
  const found = await kysely(db())
    .selectFrom(revenueBetween(from, until).as('r'))
    .select('r.type')
    .select((eb) => eb.cast<bigint>(eb.fn.sum('r.amount'), 'int8').as('amount'))
    .groupBy('r.type')
    .execute()
  return new Map(found.map(({ type, amount }) => [type, amount]))
}

/** Reads revenue by hour and type of journal, in cents. Parameters as in `readRevenue`. */
export function readHourlyRevenue(from: Date, until: Date) {
  return kysely(db())
    .selectFrom(revenueBetween(from, until).as('r'))
    .select(['r.hour', 'r.type'])
    .select((eb) => eb.cast<bigint>(eb.fn.sum('r.amount'), 'int8').as('amount'))
    .groupBy(['r.hour', 'r.type'])
    .execute()
}

function revenueBetween(from: Date, until: Date) {
  const kept = kysely(db())
    .selectFrom('hourRevenue as h')
    .where('h.hour', '>=', from)
    .where('h.hour', '<', until)
    .select(['h.hour', 'h.type', 'h.amount'])
  const newer = revenueEntries(db())
    .where('e.journalId', '>', throughJournal(db()))
    .where('j.occurredAt', '>=', from)
    .where('j.occurredAt', '<', until)
    .select((eb) => [
      sql<Date>`date_trunc('hour', ${eb.ref('j.occurredAt')}, 'UTC')`.as('hour'),
      'j.type',
      'e.amount',
    ])
  return kept.unionAll(newer)
}

export const revenueInvariants: readonly Invariant[] = [
  {
    name: 'hour_revenue',
    offenders: (books) =>
      books
        .with('summed', (query) =>
          query
            .selectFrom('account as a')
            .innerJoin('entry as e', 'e.accountId', 'a.id')
            // OFFSET 0 reads all journals in one scan; the planner would otherwise look up each by key.
            .innerJoin(
              (eb) =>
                eb
                  .selectFrom('journal')
                  .select(['id', 'type', 'occurredAt'])
                  .where('id', '<=', (of) =>
                    of.selectFrom('hourRevenue').select((all) => all.fn.max('throughJournal').as('id')),
                  )
                  .offset(sql.lit(0))
                  .as('j'),
              (join) => join.onRef('j.id', '=', 'e.journalId'),
            )
            .where('a.kind', '=', 'platform_revenue')
            .select((eb) => [
              sql<Date>`date_trunc('hour', ${eb.ref('j.occurredAt')}, 'UTC')`.as('hour'),
              'j.type',
              sql<bigint>`sum(${eb.ref('e.amount')})::int8`.as('amount'),
            ])
            .groupBy([sql`1`, 'j.type']),
        )
        .selectFrom('hourRevenue as h')
        .fullJoin('summed as j', (join) => join.onRef('j.hour', '=', 'h.hour').onRef('j.type', '=', 'h.type'))
        .where('h.amount', 'is distinct from', (eb) => eb.ref('j.amount'))
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('h.hour')}, ${eb.ref('j.hour')}) || ' ' || coalesce(${eb.ref('h.type')}, ${eb.ref('j.type')})
            || ' has ' || coalesce(${eb.ref('h.amount')}, 0) || ', entries ' || coalesce(${eb.ref('j.amount')}, 0)`.as(
            'what',
          ),
        ),
  },
]
