import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { VOTE_PRICE } from './policy.ts'

/** What ties votes to money (docs/money.md, The ledger). */
export const giftInvariants: readonly Invariant[] = [
  {
    name: 'vote_counts',
    offenders: (books) =>
      books
        .selectFrom('video as v')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('gift as g')
              .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
              .where('i.state', '=', 'credited')
              .groupBy('g.video_id')
              .select((of) => ['g.video_id', of.fn.sum<bigint>('g.vote_count').as('paid')])
              .as('g'),
          (join) => join.onRef('g.video_id', '=', 'v.id'),
        )
        .select((eb) =>
          sql<string>`${eb.ref('v.id')} || ' has ' || ${eb.ref('v.vote_count')} || ', paid ' || coalesce(${eb.ref('g.paid')}, 0)`.as(
            'what',
          ),
        )
        .where((eb) => sql<boolean>`${eb.ref('v.vote_count')} <> coalesce(${eb.ref('g.paid')}, 0)`),
  },
  {
    name: 'credits_have_journals',
    offenders: (books) =>
      books
        .selectFrom('payment_intent as i')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal as p')
              .select('p.source_id')
              .where('p.source_type', '=', 'payment_intent')
              .where('p.reversal_of', 'is', null)
              .where((of) =>
                of.not(
                  of.exists(
                    of.selectFrom('journal as r').select('r.id').whereRef('r.reversal_of', '=', 'p.id'),
                  ),
                ),
              )
              .as('j'),
          (join) => join.on((on) => on('j.source_id', '=', on.cast<string>('i.id', 'text'))),
        )
        .select((eb) => eb.fn.coalesce(eb.cast<string>('i.id', 'text'), 'j.source_id').as('what'))
        .where((eb) =>
          eb.or([
            eb('i.id', 'is', null),
            eb(eb.parens('i.state', '=', 'credited'), '<>', eb.parens('j.source_id', 'is not', null)),
          ]),
        ),
  },
  {
    name: 'one_credit',
    offenders: (books) =>
      books
        .selectFrom('mpesa_receipt')
        .where('status', 'in', ['credited', 'claimed'])
        .where('intent_id', 'is not', null)
        .groupBy('intent_id')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .select((eb) => eb.cast<string | null>('intent_id', 'text').as('what'))
        .unionAll(
          books
            .selectFrom('journal as j')
            .where('j.source_type', 'in', ['payment_intent', 'mpesa_receipt'])
            .where('j.reversal_of', 'is', null)
            .where((eb) =>
              eb.or([
                eb('j.source_type', '<>', 'mpesa_receipt'),
                eb.not(
                  eb.exists(
                    eb.selectFrom('journal as r').select('r.id').whereRef('r.reversal_of', '=', 'j.id'),
                  ),
                ),
              ]),
            )
            .groupBy(['j.source_type', 'j.source_id'])
            .having((eb) => eb.fn.countAll(), '>', 1)
            .select('j.source_id as what'),
        ),
  },
  {
    name: 'reassigned',
    offenders: (books) =>
      books
        .selectFrom('journal as r')
        .innerJoin('entry as e', (join) =>
          join.on((on) =>
            on.or([
              on('e.journal_id', '=', on.ref('r.id')),
              on('e.journal_id', '=', on.ref('r.reversal_of')),
            ]),
          ),
        )
        .where('r.reversal_of', 'is not', null)
        .where('r.source_type', '=', 'mpesa_receipt')
        .groupBy(['r.idempotency_key', 'e.account_id'])
        .having((eb) => eb.fn.sum('e.amount'), '<>', 0)
        .select('r.idempotency_key as what'),
  },
  {
    name: 'credited_receipts',
    offenders: (books) =>
      books
        .selectFrom('mpesa_receipt as r')
        .leftJoin('payment_intent as i', 'i.id', 'r.intent_id')
        .leftJoin(
          (eb) =>
            eb
              // OFFSET 0: these few journals come first, and then all entries at once (lib/domain/subscriptions/invariants.ts).
              .selectFrom((of) =>
                of
                  .selectFrom('journal')
                  .select(['id', 'source_id'])
                  .where('type', 'in', ['difference', 'difference_reversed'])
                  .offset(sql.lit(0))
                  .as('j'),
              )
              .innerJoin(
                (of) =>
                  of
                    .selectFrom('entry')
                    .select(['journal_id', 'account_id', 'amount'])
                    .offset(sql.lit(0))
                    .as('e'),
                (join) => join.onRef('e.journal_id', '=', 'j.id'),
              )
              .innerJoin('account as a', (join) =>
                join.onRef('a.id', '=', 'e.account_id').on('a.kind', '=', 'platform_revenue'),
              )
              .groupBy('j.source_id')
              .select((of) => ['j.source_id', of.fn.sum<bigint>('e.amount').as('amount')])
              .as('d'),
          (join) => join.onRef('d.source_id', '=', 'r.receipt'),
        )
        .where('r.status', 'in', ['credited', 'claimed'])
        .where((eb) =>
          eb.or([
            eb('i.id', 'is', null),
            eb('i.state', '<>', 'credited'),
            sql<boolean>`${eb.ref('i.amount')} + coalesce(${eb.ref('d.amount')}, 0) <> ${eb.ref('r.amount')}`,
          ]),
        )
        .select('r.receipt as what'),
  },
  {
    name: 'suspense',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('account')
            .where('kind', '=', 'suspense')
            .select((of) => of.fn.sum<bigint>('posted').as('posted'))
            .as('a'),
        )
        .innerJoin(
          (eb) =>
            eb
              .selectFrom('mpesa_receipt')
              .where('status', 'in', ['unmatched', 'refund_pending'])
              .select((of) => sql<bigint>`coalesce(${of.fn.sum('amount')}, 0)`.as('total'))
              .as('r'),
          (join) => join.onRef('r.total', '<>', 'a.posted'),
        )
        .select((eb) =>
          sql<string>`'suspense ' || ${eb.ref('a.posted')} || ', unmatched ' || ${eb.ref('r.total')}`.as(
            'what',
          ),
        ),
  },
  {
    name: 'gift_prices',
    offenders: (books) =>
      books
        .selectFrom('gift as g')
        .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
        .where(
          (eb) => sql<boolean>`${eb.ref('i.amount')} <> ${eb.ref('g.vote_count')} * ${VOTE_PRICE}::bigint`,
        )
        .select((eb) => eb.cast<string>('g.intent_id', 'text').as('what')),
  },
]
