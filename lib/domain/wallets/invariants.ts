import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { sumsOf } from './sums.ts'

/** What is kept of wallets is what the ledger has (docs/money.md, The ledger). */
export const walletInvariants: readonly Invariant[] = [
  {
    name: 'snapshots',
    offenders: (books) =>
      books
        .selectFrom('wallet_snapshot as w')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .innerJoin('wallet_snapshot as w', 'w.account_id', 'e.account_id')
              .innerJoin('journal as j', 'j.id', 'e.journal_id')
              .whereRef('e.journal_id', '<=', 'w.through_journal')
              .groupBy('e.account_id')
              .select('e.account_id')
              .select((e) => sumsOf(e))
              .as('s'),
          (join) => join.onRef('s.account_id', '=', 'w.account_id'),
        )
        .where((eb) =>
          eb.or([
            eb('w.amount', 'is distinct from', eb.ref('s.moved')),
            eb('w.earned', 'is distinct from', eb.ref('s.earned')),
            eb('w.spent_on_votes', 'is distinct from', eb.ref('s.spentOnVotes')),
            eb('w.entries', 'is distinct from', eb.ref('s.count')),
            eb('w.last_at', 'is distinct from', eb.ref('s.lastAt')),
          ]),
        )
        .select((eb) =>
          sql<string>`${eb.ref('w.account_id')} || ' has ' || ${eb.ref('w.amount')} || ', entries '
            || coalesce(${eb.ref('s.moved')}::text, 'none')`.as('what'),
        ),
  },
]
