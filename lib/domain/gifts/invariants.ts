import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { VOTE_PRICE } from './policy.ts'

/** Rules of docs/money.md, The ledger. */
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
              .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
              .where('i.state', '=', 'credited')
              .groupBy('g.videoId')
              .select((of) => ['g.videoId', of.fn.sum<bigint>('g.voteCount').as('paid')])
              .as('g'),
          (join) => join.onRef('g.videoId', '=', 'v.id'),
        )
        .select((eb) =>
          sql<string>`${eb.ref('v.id')} || ' has ' || ${eb.ref('v.voteCount')} || ', paid ' || coalesce(${eb.ref('g.paid')}, 0)`.as(
            'what',
          ),
        )
        .where((eb) => sql<boolean>`${eb.ref('v.voteCount')} <> coalesce(${eb.ref('g.paid')}, 0)`),
  },
  {
    name: 'credits_have_journals',
    offenders: (books) =>
      books
        .selectFrom('paymentIntent as i')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('journal as p')
              .select('p.sourceId')
              .where('p.sourceType', '=', 'payment_intent')
              // A gift that was reversed and counted again has a `gift_released` journal.
              .where((of) => of.or([of('p.reversalOf', 'is', null), of('p.type', '=', 'gift_released')]))
              .where((of) =>
                of.not(
                  of.exists(
                    of.selectFrom('journal as r').select('r.id').whereRef('r.reversalOf', '=', 'p.id'),
                  ),
                ),
              )
              .as('j'),
          (join) => join.on((on) => on('j.sourceId', '=', on.cast<string>('i.id', 'text'))),
        )
        .select((eb) => eb.fn.coalesce(eb.cast<string>('i.id', 'text'), 'j.sourceId').as('what'))
        .where((eb) =>
          eb.or([
            eb('i.id', 'is', null),
            eb(eb.parens('i.state', '=', 'credited'), '<>', eb.parens('j.sourceId', 'is not', null)),
          ]),
        ),
  },
  {
    name: 'one_credit',
    offenders: (books) =>
      books
        .selectFrom('mpesaReceipt')
        .where('status', 'in', ['credited', 'claimed'])
        .where('intentId', 'is not', null)
        .groupBy('intentId')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .select((eb) => eb.cast<string | null>('intentId', 'text').as('what'))
        .unionAll(
          books
            .selectFrom('journal as j')
            .where('j.sourceType', 'in', ['payment_intent', 'mpesa_receipt'])
            .where('j.reversalOf', 'is', null)
            .where((eb) =>
              eb.or([
                eb('j.sourceType', '<>', 'mpesa_receipt'),
                eb.not(
                  eb.exists(
                    eb.selectFrom('journal as r').select('r.id').whereRef('r.reversalOf', '=', 'j.id'),
                  ),
                ),
              ]),
            )
            .groupBy(['j.sourceType', 'j.sourceId'])
            .having((eb) => eb.fn.countAll(), '>', 1)
            .select('j.sourceId as what'),
        ),
  },
  {
    name: 'reassigned',
    offenders: (books) =>
      books
        .selectFrom('journal as r')
        .innerJoin('entry as e', (join) =>
          join.on((on) =>
            on.or([on('e.journalId', '=', on.ref('r.id')), on('e.journalId', '=', on.ref('r.reversalOf'))]),
          ),
        )
        .where('r.reversalOf', 'is not', null)
        // The release of a held gift also returns exactly what the hold took.
        .where((eb) => eb.or([eb('r.sourceType', '=', 'mpesa_receipt'), eb('r.type', '=', 'gift_released')]))
        .groupBy(['r.idempotencyKey', 'e.accountId'])
        .having((eb) => eb.fn.sum('e.amount'), '<>', 0)
        .select('r.idempotencyKey as what'),
  },
  {
    name: 'credited_receipts',
    offenders: (books) =>
      books
        .selectFrom('mpesaReceipt as r')
        .leftJoin('paymentIntent as i', 'i.id', 'r.intentId')
        .leftJoin(
          (eb) =>
            eb
              // OFFSET 0 reads these few journals first, then all entries once
              // (lib/domain/subscriptions/invariants.ts).
              .selectFrom((of) =>
                of
                  .selectFrom('journal')
                  .select(['id', 'sourceId'])
                  .where('type', 'in', ['difference', 'difference_reversed'])
                  .offset(sql.lit(0))
                  .as('j'),
              )
              .innerJoin(
                (of) =>
                  of
                    .selectFrom('entry')
                    .select(['journalId', 'accountId', 'amount'])
                    .offset(sql.lit(0))
                    .as('e'),
                (join) => join.onRef('e.journalId', '=', 'j.id'),
              )
              .innerJoin('account as a', (join) =>
                join.onRef('a.id', '=', 'e.accountId').on('a.kind', '=', 'platform_revenue'),
              )
              .groupBy('j.sourceId')
              .select((of) => ['j.sourceId', of.fn.sum<bigint>('e.amount').as('amount')])
              .as('d'),
          (join) => join.onRef('d.sourceId', '=', 'r.receipt'),
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
              .selectFrom('mpesaReceipt')
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
        .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
        .where(
          (eb) => sql<boolean>`${eb.ref('i.amount')} <> ${eb.ref('g.voteCount')} * ${VOTE_PRICE}::bigint`,
        )
        .select((eb) => eb.cast<string>('g.intentId', 'text').as('what')),
  },
]
