import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { closedStates } from './schema.ts'

/** Rules of docs/decisions/0010. */
export const refundInvariants: readonly Invariant[] = [
  {
    name: 'refunds_under_way',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb.selectFrom('mpesaReceipt').select('receipt').where('status', '=', 'refund_pending').as('r'),
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
            .selectFrom('mpesaReceipt')
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
              .select(['id', 'idempotencyKey', 'sourceId'])
              .where('sourceType', '=', 'refund')
              .as('j'),
          (join) => join.on((on) => on('j.idempotencyKey', '=', sql<string>`'refund:' || ${on.ref('f.id')}`)),
        )
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('entry as e')
              .innerJoin('account as a', 'a.id', 'e.accountId')
              .select((of) => of.fn.sum<bigint>('e.amount').as('amount'))
              .whereRef('e.journalId', '=', 'j.id')
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
        .select((eb) => eb.fn.coalesce('r.receipt', 'f.receipt', 'j.sourceId').as('what')),
  },
  {
    name: 'taken_back_journals',
    offenders: (books) =>
      books
        .selectFrom('journal as j')
        .innerJoin('paymentIntent as i', (join) =>
          join.on((on) => on(on.cast<string>('i.id', 'text'), '=', on.ref('j.sourceId'))),
        )
        .leftJoin('journal as r', 'r.reversalOf', 'j.id')
        .where('j.sourceType', '=', 'payment_intent')
        .where((eb) => eb.or([eb('j.reversalOf', 'is', null), eb('j.type', '=', 'gift_released')]))
        // A released gift counts by its newer `gift_released` journal.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('journal as n')
                .select('n.id')
                .whereRef('n.sourceType', '=', 'j.sourceType')
                .whereRef('n.sourceId', '=', 'j.sourceId')
                .where('n.type', '=', 'gift_released')
                .whereRef('n.id', '>', 'j.id'),
            ),
          ),
        )
        .where((eb) => eb(eb.parens('i.state', '=', 'credited'), '<>', eb.parens('r.id', 'is', null)))
        .select((eb) => eb.cast<string>('i.id', 'text').as('what')),
  },
  {
    name: 'taken_back_whole',
    offenders: (books) =>
      books
        .selectFrom('journal as r')
        .innerJoin('journal as j', 'j.id', 'r.reversalOf')
        .innerJoin('paymentIntent as i', (join) =>
          join.on((on) => on(on.cast<string>('i.id', 'text'), '=', on.ref('j.sourceId'))),
        )
        .innerJoin('entry as e', 'e.journalId', 'r.id')
        .innerJoin('account as a', 'a.id', 'e.accountId')
        .leftJoin('entry as g', (join) =>
          join.onRef('g.journalId', '=', 'j.id').onRef('g.accountId', '=', 'e.accountId'),
        )
        .where('r.sourceType', '=', 'payment_intent')
        .where('r.type', '<>', 'gift_released')
        .groupBy(['r.id', 'r.sourceId', 'i.amount'])
        .having((eb) => {
          const backToPayer = eb.fn
            .sum<bigint>('e.amount')
            .filterWhere('a.kind', 'in', ['suspense', 'mpesa_collection'])
          const gotByIt = eb.fn.coalesce('g.amount', sql<bigint>`0`)
          const isTooMuch = eb.and([
            eb('a.ownerId', 'is not', null),
            eb(sql<bigint>`-${eb.ref('e.amount')}`, '>', gotByIt),
          ])
          return eb.or([
            eb(eb.fn.coalesce(backToPayer, sql<bigint>`0`), '<>', eb.ref('i.amount')),
            eb.fn<boolean>('bool_or', [isTooMuch]),
          ])
        })
        .select('r.sourceId as what'),
  },
  {
    name: 'written_off',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('mpesaReceipt')
            .select(['receipt', 'amount'])
            .where('status', '=', 'written_off')
            .as('r'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal as j')
              .innerJoin('entry as e', 'e.journalId', 'j.id')
              .innerJoin('account as a', 'a.id', 'e.accountId')
              .select((of) => ['j.sourceId', sql<bigint>`-${of.fn.sum('e.amount')}`.as('amount')])
              .where('a.kind', '=', 'suspense')
              .where('j.type', '=', 'write_off')
              .where((of) =>
                of.not(
                  of.exists(
                    of.selectFrom('journal as r').select('r.id').whereRef('r.reversalOf', '=', 'j.id'),
                  ),
                ),
              )
              .groupBy('j.id')
              .as('j'),
          (join) => join.onRef('j.sourceId', '=', 'r.receipt'),
        )
        .where((eb) => eb('r.amount', 'is distinct from', eb.ref('j.amount')))
        .select((eb) => eb.fn.coalesce('r.receipt', 'j.sourceId').as('what')),
  },
]
