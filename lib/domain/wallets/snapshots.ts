import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { sumsOf } from './sums.ts'

/** After an hour each transaction that took a journal id has ended, so no lower id can appear. */
const SETTLED_SECONDS = 3_600

/**
 * Adds new entries to the stored sums of every account, so that readers of any wallet need only a day's
 * entries. Idempotent and optional: readers add later entries, or all if the sums do not equal the balance.
 * @param olderThan seconds; younger journals wait for the next run
 * @returns the number of accounts with a new snapshot
 */
export async function snapshotWallets(olderThan: number = SETTLED_SECONDS): Promise<number> {
  const books = kysely(db())
  const newest = await books
    .selectFrom('journal')
    .select('id')
    .where('createdAt', '<=', sql<Date>`clock_timestamp() - make_interval(secs => ${olderThan})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return 0
  const { numInsertedOrUpdatedRows } = await books
    .insertInto('walletSnapshot')
    .columns(['accountId', 'throughJournal', 'amount', 'earned', 'spentOnVotes', 'entries', 'lastAt'])
    .expression(
      books
        .selectFrom('account as a')
        .leftJoin('walletSnapshot as w', 'w.accountId', 'a.id')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .innerJoin('journal as j', 'j.id', 'e.journalId')
              .whereRef('e.accountId', '=', 'a.id')
              .where((e) => e('e.journalId', '>', e.fn.coalesce('w.throughJournal', sql<bigint>`0`)))
              .where('e.journalId', '<=', newest.id)
              .select((e) => [...sumsOf(e), e.fn.max('e.journalId').as('last')])
              .as('s'),
          (join) => join.onTrue(),
        )
        .where('s.count', '>', 0)
        .select((eb) => [
          'a.id',
          's.last',
          sql<bigint>`coalesce(${eb.ref('w.amount')}, 0) + ${eb.ref('s.moved')}`.as('amount'),
          sql<bigint>`coalesce(${eb.ref('w.earned')}, 0) + ${eb.ref('s.earned')}`.as('earned'),
          sql<bigint>`coalesce(${eb.ref('w.spentOnVotes')}, 0) + ${eb.ref('s.spentOnVotes')}`.as('spent'),
          sql<number>`coalesce(${eb.ref('w.entries')}, 0) + ${eb.ref('s.count')}`.as('entries'),
          sql<Date | null>`greatest(${eb.ref('w.lastAt')}, ${eb.ref('s.lastAt')})`.as('lastAt'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet((eb) => ({
          throughJournal: eb.ref('excluded.throughJournal'),
          amount: eb.ref('excluded.amount'),
          earned: eb.ref('excluded.earned'),
          spentOnVotes: eb.ref('excluded.spentOnVotes'),
          entries: eb.ref('excluded.entries'),
          lastAt: eb.ref('excluded.lastAt'),
        }))
        // Another worker may have stored a newer snapshot.
        .whereRef('walletSnapshot.throughJournal', '<', 'excluded.throughJournal'),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}
