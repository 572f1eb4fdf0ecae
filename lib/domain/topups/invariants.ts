import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** Rules of docs/money.md, The ledger. */
export const topupInvariants: readonly Invariant[] = [
  {
    name: 'topups',
    offenders: (books) =>
      books
        .selectFrom('topup as t')
        .innerJoin('paymentIntent as i', 'i.id', 't.intentId')
        .innerJoin('account as a', 'a.id', 't.accountId')
        .leftJoin('journal as j', (join) =>
          join.on((on) => on('j.idempotencyKey', '=', sql<string>`'intent:' || ${on.ref('t.intentId')}`)),
        )
        .leftJoin('entry as e', (join) =>
          join.onRef('e.journalId', '=', 'j.id').onRef('e.accountId', '=', 't.accountId'),
        )
        .where((eb) =>
          eb.or([
            eb('a.ownerId', 'is distinct from', eb.ref('t.ownerId')),
            eb.and([
              eb('i.state', '=', 'credited'),
              eb.or([
                eb('j.type', 'is distinct from', 'topup'),
                eb('e.amount', 'is distinct from', eb.ref('i.amount')),
              ]),
            ]),
          ]),
        )
        .select((eb) => eb.cast<string>('t.intentId', 'text').as('what')),
  },
]
