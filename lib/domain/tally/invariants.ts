import { type Expression, sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** SQL: the hash of a tally's text, independent of policy.ts as a check. */
const hash = (text: Expression<string>) => sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** Rules of docs/decisions/0013. */
export const tallyInvariants: readonly Invariant[] = [
  {
    name: 'tally_chained',
    offenders: (books) =>
      books
        .selectFrom((eb) =>
          eb
            .selectFrom('tallyRow as t')
            .innerJoin('tallyList as l', 'l.challengeId', 't.challengeId')
            .selectAll('t')
            .select((of) => [
              of.fn
                .coalesce(
                  of.fn
                    .agg<string>('lag', ['t.hash'])
                    .over((over) => over.partitionBy('t.challengeId').orderBy('t.position')),
                  hash(sql`'ngoma-tally-1,' || ${of.ref('l.challengeId')} || ',' || ${of.ref('l.salt')}`),
                )
                .as('previous'),
              of.fn
                .agg<bigint>('row_number')
                .over((over) => over.partitionBy('t.challengeId').orderBy('t.position'))
                .as('place'),
            ])
            .as('c'),
        )
        .where((eb) => {
          const paidAt = sql`to_char(${eb.ref('c.paidAt')} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
          const line = sql<string>`concat_ws(',', ${eb.ref('c.previous')}, ${eb.ref('c.position')}, ${paidAt},
            ${eb.ref('c.videoId')}, ${eb.ref('c.votes')}, ${eb.ref('c.payment')})`
          return eb.or([
            sql<boolean>`${eb.ref('c.position')} <> ${eb.ref('c.place')}`,
            eb('c.hash', '<>', hash(line)),
          ])
        })
        .select((eb) => sql<string>`${eb.ref('c.challengeId')} || ' ' || ${eb.ref('c.position')}`.as('what')),
  },
  {
    name: 'tally_heads',
    offenders: (books) =>
      books
        .selectFrom('tallyHead as h')
        .leftJoin('tallyRow as t', (join) =>
          join.onRef('t.challengeId', '=', 'h.challengeId').onRef('t.position', '=', 'h.position'),
        )
        .where('h.position', '>', 0)
        .whereRef('t.hash', 'is distinct from', 'h.hash')
        .select((eb) =>
          sql<string>`${eb.ref('h.challengeId')} || ' ' || ${eb.ref('h.publishedAt')}`.as('what'),
        ),
  },
  {
    // A gift that was just refunded may still be listed for a minute, though it is not `credited` any more.
    name: 'tally_complete',
    offenders: (books) =>
      books
        .selectFrom('tallyRow as t')
        .innerJoin('gift as g', 'g.intentId', 't.intentId')
        .innerJoin('paymentIntent as i', 'i.id', 't.intentId')
        .groupBy(['t.intentId', 'g.voteCount', 'g.videoId', 'g.challengeId', 'i.state'])
        .having((eb) => {
          const listed = eb.fn.sum('t.votes')
          const isStrange = eb.or([
            eb('t.videoId', '<>', eb.ref('g.videoId')),
            eb('t.challengeId', '<>', eb.ref('g.challengeId')),
          ])
          return eb.or([
            sql<boolean>`bool_or(${isStrange})`,
            eb.and([eb('i.state', '=', 'credited'), eb(listed, '<>', eb.ref('g.voteCount'))]),
            eb.and([eb(listed, '<>', 0), eb(listed, '<>', eb.ref('g.voteCount'))]),
          ])
        })
        .select((eb) => eb.cast<string>('t.intentId', 'text').as('what')),
  },
  {
    name: 'tally_totals',
    offenders: (books) =>
      books
        .selectFrom('tallyTotal as t')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('tallyRow')
              .groupBy(['challengeId', 'videoId'])
              .select((of) => ['challengeId', 'videoId', of.fn.sum<bigint>('votes').as('votes')])
              .as('r'),
          (join) => join.onRef('r.challengeId', '=', 't.challengeId').onRef('r.videoId', '=', 't.videoId'),
        )
        .where((eb) => sql<boolean>`${eb.ref('t.votes')} IS DISTINCT FROM ${eb.ref('r.votes')}`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('t.videoId')}, ${eb.ref('r.videoId')}) || ' has '
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
            .selectFrom('tallyRow as t')
            .leftJoin('paymentIntent as i', 'i.id', 't.intentId')
            .groupBy('t.videoId')
            .select((of) => [
              't.videoId',
              of.fn.sum<bigint>('t.votes').as('votes'),
              of.fn.sum<bigint>('t.votes').filterWhere('i.state', '<>', 'credited').as('reversed'),
            ])
            .as('t'),
        )
        .innerJoin('video as v', 'v.id', 't.videoId')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('gift as g')
              .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
              .where('i.state', '=', 'credited')
              .where((of) =>
                of.not(
                  of.exists(
                    of
                      .selectFrom('tallyRow as l')
                      .select('l.position')
                      .whereRef('l.intentId', '=', 'g.intentId'),
                  ),
                ),
              )
              .groupBy('g.videoId')
              .select((of) => ['g.videoId', of.fn.sum<bigint>('g.voteCount').as('votes')])
              .as('w'),
          (join) => join.onRef('w.videoId', '=', 'v.id'),
        )
        .where(
          (eb) =>
            sql<boolean>`${eb.ref('t.votes')} - coalesce(${eb.ref('t.reversed')}, 0) + coalesce(${eb.ref('w.votes')}, 0)
              <> ${eb.ref('v.voteCount')}`,
        )
        .select((eb) =>
          sql<string>`${eb.ref('v.id')} || ' has ' || ${eb.ref('v.voteCount')} || ', listed ' || ${eb.ref('t.votes')}
            || ', waiting ' || coalesce(${eb.ref('w.votes')}, 0)`.as('what'),
        ),
  },
]
