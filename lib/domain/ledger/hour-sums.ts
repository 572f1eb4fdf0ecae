import { type Kysely, sql } from 'kysely'
import { db, type Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { addRevenue } from './hour-revenue.ts'
import type { Invariant } from './invariants.ts'
import { betweenJournals } from './journal-range.ts'

/** After an hour each transaction that took a journal id has ended, so no lower id can appear. */
const SETTLED_SECONDS = 3_600

/** Id of the newest journal that the hourly sums include. */
const throughJournal = (on: Queryable) =>
  kysely(on)
    .selectFrom('hourSum')
    .select((eb) => eb.fn.coalesce(eb.fn.max('throughJournal'), sql<bigint>`0`).as('id'))

/** Defines `fresh`: journals after the hourly sums, by hour and type. */
function newJournals(on: Queryable, until: { newest: bigint } | { from: Date; moment: Date }) {
  return kysely(on)
    .with('picked', (query) => {
      const picked = query
        // OFFSET 0 selects new journals by id first; a search by date might read a whole month.
        .selectFrom((eb) =>
          eb
            .selectFrom('journal')
            .select(['id', 'type', 'occurredAt'])
            .where('id', '>', throughJournal(on))
            .offset(sql.lit(0))
            .as('j'),
        )
        .select(['id', 'type'])
        .select((eb) => sql<Date>`date_trunc('hour', ${eb.ref('occurredAt')}, 'UTC')`.as('hour'))
      return 'newest' in until
        ? picked.where('id', '<=', until.newest)
        : picked.where('occurredAt', '>=', until.from).where('occurredAt', '<=', until.moment)
    })
    .with('credited', (query) =>
      query
        .selectFrom('entry as e')
        .innerJoin('picked as p', 'p.id', 'e.journalId')
        .where('e.amount', '>', 0n)
        .where((eb) => betweenJournals(eb.ref('e.journalId'), 'picked'))
        .groupBy(['p.hour', 'p.type'])
        .select((eb) => ['p.hour', 'p.type', eb.fn.sum('e.amount').as('cents')]),
    )
    .with('counted', (query) =>
      query
        .selectFrom('picked')
        .groupBy(['hour', 'type'])
        .select((eb) => ['hour', 'type', eb.fn.countAll().as('journals')]),
    )
    .with('fresh', (query) =>
      query
        .selectFrom('counted as n')
        .leftJoin('credited as c', (join) =>
          join.onRef('c.hour', '=', 'n.hour').onRef('c.type', '=', 'n.type'),
        )
        .select((eb) => [
          'n.hour',
          'n.type',
          eb.cast<number>('n.journals', 'int4').as('journals'),
          sql<bigint>`coalesce(${eb.ref('c.cents')}, 0)::int8`.as('credited'),
        ]),
    )
}

/**
 * Adds new journals and their revenue (hour-revenue.ts) to the hourly sums. Idempotent and optional: readers
 * add journals that are not summed yet. A payment booked late counts for the hour in which it was made.
 * @param olderThan seconds; younger journals wait for the next run
 */
export function sumHours(olderThan: number = SETTLED_SECONDS): Promise<void> {
  return transaction(async (tx) => {
    // If two workers run, the second waits and sums only the journals that the first did not.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('hour-sums', 0))`.execute(tx.kysely)
    const newest = await tx.kysely
      .selectFrom('journal')
      .select('id')
      .where('createdAt', '<=', sql<Date>`clock_timestamp() - make_interval(secs => ${olderThan})`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!newest) return
    await newJournals(tx.client, { newest: newest.id })
      .insertInto('hourSum')
      .columns(['hour', 'type', 'journals', 'credited', 'throughJournal'])
      .expression((eb) =>
        eb
          .selectFrom('fresh')
          .select(['hour', 'type', 'journals', 'credited'])
          .select(sql<bigint>`${newest.id}::int8`.as('throughJournal')),
      )
      .onConflict((conflict) =>
        conflict.columns(['hour', 'type']).doUpdateSet((eb) => ({
          journals: eb('hourSum.journals', '+', eb.ref('excluded.journals')),
          credited: eb('hourSum.credited', '+', eb.ref('excluded.credited')),
          throughJournal: eb.ref('excluded.throughJournal'),
        })),
      )
      .execute()
    await addRevenue(tx, newest.id)
  })
}

/**
 * Reads the number of journals and their credited cents, by time step and type.
 * @param from start of an hour, and of the first step
 * @param moment the end; later journals are excluded
 * @param seconds length of a step, whole hours
 */
export function readSteps(from: Date, moment: Date, seconds: number) {
  return newJournals(db(), { from, moment })
    .with('both', (query) =>
      query
        .selectFrom('hourSum as s')
        .where('s.hour', '>=', from)
        .where('s.hour', '<=', moment)
        .select(['s.hour', 's.type', 's.journals', 's.credited'])
        .unionAll((eb) =>
          eb.selectFrom('fresh as n').select(['n.hour', 'n.type', 'n.journals', 'n.credited']),
        ),
    )
    .selectFrom('both as b')
    .select((eb) => [
      sql<Date>`date_bin(make_interval(secs => ${seconds}), ${eb.ref('b.hour')}, ${from}::timestamptz)`.as(
        'at',
      ),
      'b.type',
      eb.cast<number>(eb.fn.sum('b.journals'), 'int4').as('journals'),
      eb.cast<bigint>(eb.fn.sum('b.credited'), 'int8').as('credited'),
    ])
    .groupBy([sql`1`, 'b.type'])
    .execute()
}

/** Journals that the hourly sums include, each with its hour. */
const summedJournals = (books: Kysely<DB>) =>
  books
    .selectFrom('journal')
    .select(['id', 'type'])
    .select((eb) => sql<Date>`date_trunc('hour', ${eb.ref('occurredAt')}, 'UTC')`.as('hour'))
    .where('id', '<=', (eb) => eb.selectFrom('hourSum').select((of) => of.fn.max('throughJournal').as('id')))

export const hourInvariants: readonly Invariant[] = [
  {
    name: 'hour_sums',
    offenders: (books) =>
      books
        .with('credited', (query) =>
          query
            .selectFrom(summedJournals(books).as('j'))
            .innerJoin('entry as e', 'e.journalId', 'j.id')
            .where('e.amount', '>', 0n)
            .groupBy(['j.hour', 'j.type'])
            .select((eb) => ['j.hour', 'j.type', eb.fn.sum('e.amount').as('cents')]),
        )
        .with('summed', (query) =>
          query
            .selectFrom((eb) =>
              eb
                .selectFrom(summedJournals(books).as('j'))
                .groupBy(['j.hour', 'j.type'])
                .select((of) => ['j.hour', 'j.type', of.fn.countAll<bigint>().as('journals')])
                .as('n'),
            )
            .leftJoin('credited as c', (join) =>
              join.onRef('c.hour', '=', 'n.hour').onRef('c.type', '=', 'n.type'),
            )
            .select(['n.hour', 'n.type', 'n.journals'])
            .select((eb) => sql<bigint>`coalesce(${eb.ref('c.cents')}, 0)`.as('credited')),
        )
        .selectFrom('hourSum as s')
        .fullJoin('summed as j', (join) => join.onRef('j.hour', '=', 's.hour').onRef('j.type', '=', 's.type'))
        .where((eb) =>
          eb.or([
            eb('s.journals', 'is distinct from', eb.cast<number>('j.journals', 'int4')),
            eb('s.credited', 'is distinct from', eb.cast<bigint>('j.credited', 'int8')),
          ]),
        )
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('s.hour')}, ${eb.ref('j.hour')}) || ' ' || coalesce(${eb.ref('s.type')}, ${eb.ref('j.type')})
            || ' has ' || coalesce(${eb.ref('s.credited')}, 0) || ', journals ' || coalesce(${eb.ref('j.credited')}, 0)`.as(
            'what',
          ),
        ),
  },
]
