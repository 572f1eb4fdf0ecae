import { type Kysely, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

export const ringInvariants: readonly Invariant[] = [
  {
    // Each counted gift of an open signal has both shares held, as far as the wallets had them (`short` is
    // the rest). No other gift has holds.
    name: 'share_holds',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('fraudSignal as s')
            .crossJoinLateral((of) =>
              sql<{ id: string }>`unnest(${of.ref('s.giftIds')})`.as<'named'>(sql`named(id)`),
            )
            .innerJoin('gift as g', 'g.intentId', 'named.id')
            .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
            .select(['g.intentId', 'g.voteCount'])
            .distinct()
            .where('s.status', 'in', ['open', 'escalated'])
            .where('i.state', '=', 'credited')
            .as('d'),
        )
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('shareHold')
              .select((of) => [
                'intentId',
                sql<bigint>`sum(${of.ref('amount')} + ${of.ref('short')})`.as('shares'),
                of.fn.countAll<bigint>().as('wallets'),
              ])
              .groupBy('intentId')
              .as('h'),
          (join) => join.onRef('h.intentId', '=', 'd.intentId'),
        )
        .where((eb) =>
          eb.or([
            eb('d.intentId', 'is', null),
            eb('h.intentId', 'is', null),
            eb('h.wallets', '<>', 2n),
            // Dancer and musician have 15 shillings each of a vote.
            sql<boolean>`${eb.ref('h.shares')} <> ${eb.ref('d.voteCount')} * 3000`,
          ]),
        )
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('d.intentId')}, ${eb.ref('h.intentId')})::text`.as('what'),
        ),
  },
  {
    // An action that is done has left its journals, and a refund if it refunds.
    name: 'signal_actions',
    offenders: (books) =>
      books
        .selectFrom('signalActionGift as g')
        .innerJoin('signalAction as a', 'a.id', 'g.actionId')
        .leftJoin(giftsWith(books, 'gift_taken_back').as('t'), (join) => join.on(sameGift('t.sourceId')))
        .leftJoin(giftsWith(books, 'gift_released').as('l'), (join) => join.on(sameGift('l.sourceId')))
        .select((eb) => sql<string>`${eb.ref('g.intentId')} || ' ' || ${eb.ref('a.kind')}`.as('what'))
        .where((eb) => {
          const hasRefund = eb.exists(
            eb.selectFrom('refund as f').select('f.id').whereRef('f.intentId', '=', 'g.intentId'),
          )
          const isDone = eb.and([eb('g.doneAt', 'is not', null), eb('g.skipped', '=', '')])
          return eb.or([
            eb.and([eb('a.state', 'in', ['proposed', 'rejected']), eb('g.doneAt', 'is not', null)]),
            eb.and([eb('a.state', '=', 'done'), eb('g.doneAt', 'is', null)]),
            eb.and([isDone, eb('a.kind', '<>', 'release'), eb('t.sourceId', 'is', null)]),
            eb.and([isDone, eb('a.kind', '=', 'release'), eb('l.sourceId', 'is', null)]),
            eb.and([isDone, eb('a.kind', '=', 'send_back'), eb.not(hasRefund)]),
          ])
        }),
  },
]

/** SQL: gifts with such a journal. Read once for all actions, because journals have no index by source. */
const giftsWith = (books: Kysely<DB>, type: 'gift_taken_back' | 'gift_released') =>
  books
    .selectFrom('journal')
    .select('sourceId')
    .distinct()
    .where('sourceType', '=', 'payment_intent')
    .where('type', '=', type)

const sameGift = (sourceId: 't.sourceId' | 'l.sourceId') =>
  sql<boolean>`${sql.ref(sourceId)} = g.intent_id::text`
