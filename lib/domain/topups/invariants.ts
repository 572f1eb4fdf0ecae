import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What ties top-ups to wallets (docs/money.md, The ledger). */
export const topupInvariants: readonly Invariant[] = [
  {
    name: 'topups',
    offenders: (books) =>
      books
        .selectFrom('topup as t')
        .innerJoin('payment_intent as i', 'i.id', 't.intent_id')
        .innerJoin('account as a', 'a.id', 't.account_id')
        .leftJoin('journal as j', (join) =>
          join.on((on) => on('j.idempotency_key', '=', sql<string>`'intent:' || ${on.ref('t.intent_id')}`)),
        )
        .leftJoin('entry as e', (join) =>
          join.onRef('e.journal_id', '=', 'j.id').onRef('e.account_id', '=', 't.account_id'),
        )
        .where((eb) =>
          eb.or([
            eb('a.owner_id', 'is distinct from', eb.ref('t.owner_id')),
            eb.and([
              eb('i.state', '=', 'credited'),
              eb.or([
                eb('j.type', 'is distinct from', 'topup'),
                eb('e.amount', 'is distinct from', eb.ref('i.amount')),
              ]),
            ]),
          ]),
        )
        .select((eb) => eb.cast<string>('t.intent_id', 'text').as('what')),
  },
]
