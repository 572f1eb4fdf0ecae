import { sql } from 'kysely'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'

/** What is kept of videos is what there is (docs/decisions/0003). */
export const videoInvariants: readonly Invariant[] = [
  {
    name: 'videos_counted',
    offenders: (books) =>
      books
        .selectFrom('video_count as c')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('video')
              .groupBy(['challenge_id', 'kind', 'status'])
              .select((v) => ['challenge_id', 'kind', 'status', v.fn.countAll<bigint>().as('videos')])
              .as('v'),
          (join) =>
            join
              .onRef('v.challenge_id', '=', 'c.challenge_id')
              .onRef('v.kind', '=', 'c.kind')
              .onRef('v.status', '=', 'c.status'),
        )
        .where((eb) => sql<boolean>`coalesce(${eb.ref('c.videos')}, 0) <> coalesce(${eb.ref('v.videos')}, 0)`)
        .select((eb) =>
          sql<string>`coalesce(${eb.ref('c.challenge_id')}, ${eb.ref('v.challenge_id')}) || ' '
            || coalesce(${eb.ref('c.kind')}, ${eb.ref('v.kind')}) || ' ' || coalesce(${eb.ref('c.status')}, ${eb.ref('v.status')})
            || ' has ' || coalesce(${eb.ref('c.videos')}, 0) || ', videos ' || coalesce(${eb.ref('v.videos')}, 0)`.as(
            'what',
          ),
        ),
  },
]
