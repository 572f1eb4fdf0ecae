import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** Denormalized columns match their sources (docs/decisions/0003). */
export const videoInvariants: readonly Invariant[] = [
  {
    name: 'videos_counted',
    offenders: (books) =>
      books
        .selectFrom('videoCount as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('video')
              .groupBy(['challengeId', 'kind', 'status'])
              .select((v) => ['challengeId', 'kind', 'status', v.fn.countAll<bigint>().as('videos')])
              .as('v'),
          (join) =>
            join
              .onRef('v.challengeId', '=', 'c.challengeId')
              .onRef('v.kind', '=', 'c.kind')
              .onRef('v.status', '=', 'c.status'),
        )
        .where((eb) => sql<boolean>`coalesce(${eb.ref('c.videos')}, 0) <> coalesce(${eb.ref('v.videos')}, 0)`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.challengeId')}, ${eb.ref('v.challengeId')}) || ' '
            || coalesce(${eb.ref('c.kind')}, ${eb.ref('v.kind')}) || ' ' || coalesce(${eb.ref('c.status')}, ${eb.ref('v.status')})
            || ' has ' || coalesce(${eb.ref('c.videos')}, 0) || ', videos ' || coalesce(${eb.ref('v.videos')}, 0)`.as(
            'what',
          ),
        ),
  },
]
