import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { sumsOf } from './sums.ts'

/** Rules of docs/money.md, The ledger. */
export const walletInvariants: readonly Invariant[] = [
  {
    name: 'snapshots',
    offenders: (books) =>
      books
        .selectFrom('walletSnapshot as w')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .innerJoin('walletSnapshot as w', 'w.accountId', 'e.accountId')
              .innerJoin('journal as j', 'j.id', 'e.journalId')
              .whereRef('e.journalId', '<=', 'w.throughJournal')
              .groupBy('e.accountId')
              .select('e.accountId')
              .select((e) => sumsOf(e))
              .as('s'),
          (join) => join.onRef('s.accountId', '=', 'w.accountId'),
        )
        .where((eb) =>
          eb.or([
            eb('w.amount', 'is distinct from', eb.ref('s.moved')),
            eb('w.earned', 'is distinct from', eb.ref('s.earned')),
            eb('w.spentOnVotes', 'is distinct from', eb.ref('s.spentOnVotes')),
            eb('w.entries', 'is distinct from', eb.ref('s.count')),
            eb('w.lastAt', 'is distinct from', eb.ref('s.lastAt')),
          ]),
        )
        .select((eb) =>
          sql<string>`${eb.ref('w.accountId')} || ' has ' || ${eb.ref('w.amount')} || ', entries '
            || coalesce(${eb.ref('s.moved')}::text, 'none')`.as('what'),
        ),
  },
]
