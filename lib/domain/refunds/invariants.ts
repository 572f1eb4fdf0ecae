import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { closedStates } from './schema.ts'

/** What must hold of refunds, and of payments that were taken back, at every moment (docs/decisions/0010). */
export const refundInvariants: readonly Invariant[] = [
  {
    name: 'refunds_under_way',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb.selectFrom('mpesa_receipt').select('receipt').where('status', '=', 'refund_pending').as('r'),
        )
        .fullJoin(
          (eb) => eb.selectFrom('refund').select('receipt').where('state', 'not in', closedStates).as('f'),
          (join) => join.onRef('f.receipt', '=', 'r.receipt'),
        )
        .where((eb) => eb.or([eb('r.receipt', 'is', null), eb('f.receipt', 'is', null)]))
        .select((eb) => eb.fn.coalesce('r.receipt', 'f.receipt').as('what')),
  },
  {
    name: 'refunded_once',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('mpesa_receipt')
            .select(['receipt', 'amount'])
            .where('status', '=', 'refunded')
            .as('r'),
        )
        .fullJoin(
          (eb) =>
            eb.selectFrom('refund').select(['id', 'receipt', 'amount']).where('state', '=', 'done').as('f'),
          (join) => join.onRef('f.receipt', '=', 'r.receipt'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal')
              .select(['id', 'idempotency_key', 'source_id'])
              .where('source_type', '=', 'refund')
              .as('j'),
          (join) =>
            join.on((on) => on('j.idempotency_key', '=', sql<string>`'refund:' || ${on.ref('f.id')}`)),
        )
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .innerJoin('account as a', 'a.id', 'e.account_id')
              .select((of) => of.fn.sum<bigint>('e.amount').as('amount'))
              .whereRef('e.journal_id', '=', 'j.id')
              .where('a.kind', '=', 'suspense')
              .as('s'),
          (join) => join.onTrue(),
        )
        .where((eb) =>
          eb.or([
            eb('r.receipt', 'is', null),
            eb('f.id', 'is', null),
            eb('j.id', 'is', null),
            eb('f.amount', '<>', eb.ref('r.amount')),
            eb('s.amount', 'is distinct from', sql<bigint>`-${eb.ref('f.amount')}`),
          ]),
        )
        .select((eb) => eb.fn.coalesce('r.receipt', 'f.receipt', 'j.source_id').as('what')),
  },
  {
    name: 'taken_back_journals',
    offenders: (books) =>
      books
        .selectFrom('journal as j')
        .innerJoin('payment_intent as i', (join) =>
          join.on((on) => on(on.cast<string>('i.id', 'text'), '=', on.ref('j.source_id'))),
        )
        .leftJoin('journal as r', 'r.reversal_of', 'j.id')
        .where('j.source_type', '=', 'payment_intent')
        .where('j.reversal_of', 'is', null)
        .where((eb) => eb(eb.parens('i.state', '=', 'credited'), '<>', eb.parens('r.id', 'is', null)))
        .select((eb) => eb.cast<string>('i.id', 'text').as('what')),
  },
  {
    name: 'taken_back_whole',
    offenders: (books) =>
      books
        .selectFrom('journal as r')
        .innerJoin('journal as j', 'j.id', 'r.reversal_of')
        .innerJoin('payment_intent as i', (join) =>
          join.on((on) => on(on.cast<string>('i.id', 'text'), '=', on.ref('j.source_id'))),
        )
        .innerJoin('entry as e', 'e.journal_id', 'r.id')
        .innerJoin('account as a', 'a.id', 'e.account_id')
        .leftJoin('entry as g', (join) =>
          join.onRef('g.journal_id', '=', 'j.id').onRef('g.account_id', '=', 'e.account_id'),
        )
        .where('r.source_type', '=', 'payment_intent')
        .groupBy(['r.id', 'r.source_id', 'i.amount'])
        .having((eb) => {
          const backToPayer = eb.fn
            .sum<bigint>('e.amount')
            .filterWhere('a.kind', 'in', ['suspense', 'mpesa_collection'])
          const gotByIt = eb.fn.coalesce('g.amount', sql<bigint>`0`)
          const isTooMuch = eb.and([
            eb('a.owner_id', 'is not', null),
            eb(sql<bigint>`-${eb.ref('e.amount')}`, '>', gotByIt),
          ])
          return eb.or([
            eb(eb.fn.coalesce(backToPayer, sql<bigint>`0`), '<>', eb.ref('i.amount')),
            eb.fn<boolean>('bool_or', [isTooMuch]),
          ])
        })
        .select('r.source_id as what'),
  },
  {
    name: 'written_off',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('mpesa_receipt')
            .select(['receipt', 'amount'])
            .where('status', '=', 'written_off')
            .as('r'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal as j')
              .innerJoin('entry as e', 'e.journal_id', 'j.id')
              .innerJoin('account as a', 'a.id', 'e.account_id')
              .select((of) => ['j.source_id', sql<bigint>`-${of.fn.sum('e.amount')}`.as('amount')])
              .where('a.kind', '=', 'suspense')
              .where('j.type', '=', 'write_off')
              .where((of) =>
                of.not(
                  of.exists(
                    of.selectFrom('journal as r').select('r.id').whereRef('r.reversal_of', '=', 'j.id'),
                  ),
                ),
              )
              .groupBy('j.id')
              .as('j'),
          (join) => join.onRef('j.source_id', '=', 'r.receipt'),
        )
        .where((eb) => eb('r.amount', 'is distinct from', eb.ref('j.amount')))
        .select((eb) => eb.fn.coalesce('r.receipt', 'j.source_id').as('what')),
  },
]
