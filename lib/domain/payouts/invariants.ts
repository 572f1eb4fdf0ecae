import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What must hold of payouts at every moment (docs/money.md, Payouts). */
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
              .select((of) => ['account_id', of.fn.sum<bigint>('amount').as('held')])
              .where('is_held', 'is', true)
              .groupBy('account_id')
              .as('p'),
          (join) => join.onRef('p.account_id', '=', 'a.id'),
        )
        .where((eb) => eb('a.held', '<>', eb.fn.coalesce('p.held', sql<bigint>`0`)))
        .select((eb) => eb.cast<string>('a.id', 'text').as('what')),
  },
  {
    name: 'payouts_hold',
    offenders: (books) =>
      books
        .selectFrom('payout')
        .where((eb) =>
          eb.or([
            eb.and([eb('state', 'in', ['paid', 'cancelled']), eb('is_held', 'is', true)]),
            eb.and([eb('state', 'not in', ['paid', 'cancelled', 'failed']), eb('is_held', 'is', false)]),
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
              .select(['id', 'idempotency_key'])
              .where('type', '=', 'withdrawal')
              .where('source_type', '=', 'payout')
              .where('reversal_of', 'is', null)
              .as('j'),
          (join) =>
            join.on((on) => on('j.idempotency_key', '=', sql<string>`'payout:' || ${on.ref('p.id')}`)),
        )
        .leftJoin('entry as e', (join) =>
          join.onRef('e.journal_id', '=', 'j.id').onRef('e.account_id', '=', 'p.account_id'),
        )
        .where((eb) =>
          eb.or([
            eb('p.id', 'is', null),
            eb('j.id', 'is', null),
            eb('e.amount', 'is distinct from', sql<bigint>`-${eb.ref('p.amount')}`),
          ]),
        )
        .select((eb) => eb.fn.coalesce('p.reference', 'j.idempotency_key').as('what')),
  },
]
