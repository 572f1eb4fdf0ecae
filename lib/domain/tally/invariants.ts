import { type Expression, sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** The hash of lib/contract/tally/format.ts, written again in SQL: an independent check of what the product has stored. */
const hash = (text: Expression<string>) => sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** What ties the public tally to the counted gifts (docs/decisions/0013). */
export const tallyInvariants: readonly Invariant[] = [
  {
    name: 'tally_chained',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('tally_row as t')
            .innerJoin('tally_list as l', 'l.challenge_id', 't.challenge_id')
            .selectAll('t')
            .select((of) => [
              of.fn
                .coalesce(
                  of.fn
                    .agg<string>('lag', ['t.hash'])
                    .over((over) => over.partitionBy('t.challenge_id').orderBy('t.position')),
                  hash(sql`'ngoma-tally-1,' || ${of.ref('l.challenge_id')} || ',' || ${of.ref('l.salt')}`),
                )
                .as('previous'),
              of.fn
                .agg<bigint>('row_number')
                .over((over) => over.partitionBy('t.challenge_id').orderBy('t.position'))
                .as('place'),
            ])
            .as('c'),
        )
        .where((eb) => {
          const paidAt = sql`to_char(${eb.ref('c.paid_at')} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
          const line = sql<string>`concat_ws(',', ${eb.ref('c.previous')}, ${eb.ref('c.position')}, ${paidAt},
            ${eb.ref('c.video_id')}, ${eb.ref('c.votes')}, ${eb.ref('c.payment')})`
          return eb.or([
            sql<boolean>`${eb.ref('c.position')} <> ${eb.ref('c.place')}`,
            eb('c.hash', '<>', hash(line)),
          ])
        })
        .select((eb) =>
          sql<string>`${eb.ref('c.challenge_id')} || ' ' || ${eb.ref('c.position')}`.as('what'),
        ),
  },
  {
    name: 'tally_heads',
    offenders: (books) =>
      books
        .selectFrom('tally_head as h')
        .leftJoin('tally_row as t', (join) =>
          join.onRef('t.challenge_id', '=', 'h.challenge_id').onRef('t.position', '=', 'h.position'),
        )
        .where('h.position', '>', 0)
        .whereRef('t.hash', 'is distinct from', 'h.hash')
        .select((eb) =>
          sql<string>`${eb.ref('h.challenge_id')} || ' ' || ${eb.ref('h.published_at')}`.as('what'),
        ),
  },
  {
    // A gift that has just been sent back is taken from the list within a minute: until then it is not `credited`.
    name: 'tally_complete',
    offenders: (books) =>
      books
        .selectFrom('tally_row as t')
        .innerJoin('gift as g', 'g.intent_id', 't.intent_id')
        .innerJoin('payment_intent as i', 'i.id', 't.intent_id')
        .groupBy(['t.intent_id', 'g.vote_count', 'g.video_id', 'g.challenge_id', 'i.state'])
        .having((eb) => {
          const listed = eb.fn.sum('t.votes')
          const isStrange = eb.or([
            eb('t.video_id', '<>', eb.ref('g.video_id')),
            eb('t.challenge_id', '<>', eb.ref('g.challenge_id')),
          ])
          return eb.or([
            sql<boolean>`bool_or(${isStrange})`,
            eb.and([eb('i.state', '=', 'credited'), eb(listed, '<>', eb.ref('g.vote_count'))]),
            eb.and([eb(listed, '<>', 0), eb(listed, '<>', eb.ref('g.vote_count'))]),
          ])
        })
        .select((eb) => eb.cast<string>('t.intent_id', 'text').as('what')),
  },
  {
    name: 'tally_totals',
    offenders: (books) =>
      books
        .selectFrom('tally_total as t')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('tally_row')
              .groupBy(['challenge_id', 'video_id'])
              .select((of) => ['challenge_id', 'video_id', of.fn.sum<bigint>('votes').as('votes')])
              .as('r'),
          (join) =>
            join.onRef('r.challenge_id', '=', 't.challenge_id').onRef('r.video_id', '=', 't.video_id'),
        )
        .where((eb) => sql<boolean>`${eb.ref('t.votes')} IS DISTINCT FROM ${eb.ref('r.votes')}`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('t.video_id')}, ${eb.ref('r.video_id')}) || ' has '
            || coalesce(${eb.ref('t.votes')}, 0) || ', rows ' || coalesce(${eb.ref('r.votes')}, 0)`.as(
            'what',
          ),
        ),
  },
  {
    name: 'tally_votes',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('tally_row as t')
            .leftJoin('payment_intent as i', 'i.id', 't.intent_id')
            .groupBy('t.video_id')
            .select((of) => [
              't.video_id',
              of.fn.sum<bigint>('t.votes').as('votes'),
              of.fn.sum<bigint>('t.votes').filterWhere('i.state', '<>', 'credited').as('reversed'),
            ])
            .as('t'),
        )
        .innerJoin('video as v', 'v.id', 't.video_id')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('gift as g')
              .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
              .where('i.state', '=', 'credited')
              .where((of) =>
                of.not(
                  of.exists(
                    of
                      .selectFrom('tally_row as l')
                      .select('l.position')
                      .whereRef('l.intent_id', '=', 'g.intent_id'),
                  ),
                ),
              )
              .groupBy('g.video_id')
              .select((of) => ['g.video_id', of.fn.sum<bigint>('g.vote_count').as('votes')])
              .as('w'),
          (join) => join.onRef('w.video_id', '=', 'v.id'),
        )
        .where(
          (eb) =>
            sql<boolean>`${eb.ref('t.votes')} - coalesce(${eb.ref('t.reversed')}, 0) + coalesce(${eb.ref('w.votes')}, 0)
              <> ${eb.ref('v.vote_count')}`,
        )
        .select((eb) =>
          sql<string>`${eb.ref('v.id')} || ' has ' || ${eb.ref('v.vote_count')} || ', listed ' || ${eb.ref('t.votes')}
            || ', waiting ' || coalesce(${eb.ref('w.votes')}, 0)`.as('what'),
        ),
  },
]
