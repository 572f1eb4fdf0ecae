import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** Rules of docs/money.md, Payouts. */
export const payoutInvariants: readonly Invariant[] = [
  {
    name: 'holds',
    offenders: (books) =>
      books
        .selectFrom('account as a')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('payout')
              .select((of) => ['accountId', of.fn.sum<bigint>('amount').as('held')])
              .where('isHeld', 'is', true)
              .groupBy('accountId')
              .as('p'),
          (join) => join.onRef('p.accountId', '=', 'a.id'),
        )
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('shareHold')
              .select((of) => ['accountId', of.fn.sum<bigint>('amount').as('held')])
              .groupBy('accountId')
              .as('s'),
          (join) => join.onRef('s.accountId', '=', 'a.id'),
        )
        .where(
          (eb) =>
            sql<boolean>`${eb.ref('a.held')} <> coalesce(${eb.ref('p.held')}, 0) + coalesce(${eb.ref('s.held')}, 0)`,
        )
        .select((eb) => eb.cast<string>('a.id', 'text').as('what')),
  },
  {
    name: 'payouts_hold',
    offenders: (books) =>
      books
        .selectFrom('payout')
        .where((eb) =>
          eb.or([
            eb.and([eb('state', 'in', ['paid', 'cancelled']), eb('isHeld', 'is', true)]),
            eb.and([eb('state', 'not in', ['paid', 'cancelled', 'failed']), eb('isHeld', 'is', false)]),
          ]),
        )
        .select('reference as what'),
  },
  {
    name: 'payout_journals',
    offenders: (books) =>
      books
        .selectFrom((eb) => eb.selectFrom('payout').selectAll().where('state', '=', 'paid').as('p'))
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal')
              .select(['id', 'idempotencyKey'])
              .where('type', '=', 'withdrawal')
              .where('sourceType', '=', 'payout')
              .where('reversalOf', 'is', null)
              .as('j'),
          (join) => join.on((on) => on('j.idempotencyKey', '=', sql<string>`'payout:' || ${on.ref('p.id')}`)),
        )
        .leftJoin('entry as e', (join) =>
          join.onRef('e.journalId', '=', 'j.id').onRef('e.accountId', '=', 'p.accountId'),
        )
        .where((eb) =>
          eb.or([
            eb('p.id', 'is', null),
            eb('j.id', 'is', null),
            eb('e.amount', 'is distinct from', sql<bigint>`-${eb.ref('p.amount')}`),
          ]),
        )
        .select((eb) => eb.fn.coalesce('p.reference', 'j.idempotencyKey').as('what')),
  },
]
