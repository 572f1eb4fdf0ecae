import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { bestFirst, placedEntries } from '#lib/domain/videos/standings.ts'

export type Standing = { readonly votes: number; readonly rank: number }

/**
 * Returns rank and votes of the dancer's best video, as on the leaderboard, for each change of this video's
 * votes. The video itself also counts if it is not on the leaderboard (any more).
 * @param changes votes to add; 0 for the current votes
 * @returns empty without such a video
 */
export async function standingsWith(
  on: Queryable,
  videoId: string,
  changes: readonly number[],
): Promise<Standing[]> {
  const own = await kysely(on)
    .selectFrom('video')
    .select(['challengeId', 'dancerId'])
    .where('id', '=', videoId)
    .executeTakeFirst()
  if (!own) return []
  const asked = sql<{
    place: number
    change: number
  }>`unnest(${changes.map((_, place) => place)}::int[], ${changes}::int[])`
  return kysely(on)
    .with('entry', () =>
      placedEntries(on, own.challengeId)
        .select(['v.id', 'v.dancerId', 'v.voteCount', 'v.votesReachedAt'])
        .union((eb) =>
          eb
            .selectFrom('video as v')
            .select(['v.id', 'v.dancerId', 'v.voteCount', 'v.votesReachedAt'])
            .where('v.id', '=', videoId),
        ),
    )
    .with('best', (query) =>
      query
        .selectFrom((eb) =>
          eb
            .selectFrom('entry as e')
            .innerJoin(asked.as<'a'>(sql`a(place, change)`), (join) => join.onTrue())
            .select(['a.place', 'e.id', 'e.dancerId', 'e.votesReachedAt'])
            .select((of) =>
              of
                .case()
                .when('e.id', '=', videoId)
                .then(of('e.voteCount', '+', of.ref('a.change')))
                .else(of.ref('e.voteCount'))
                .end()
                .as('voteCount'),
            )
            .as('c'),
        )
        .distinctOn(['c.place', 'c.dancerId'])
        .select(['c.place', 'c.id', 'c.dancerId', 'c.voteCount', 'c.votesReachedAt'])
        .orderBy('c.place')
        .orderBy('c.dancerId')
        .orderBy(bestFirst('c')),
    )
    .with('ranked', (query) =>
      query
        .selectFrom('best as b')
        .select(['b.place', 'b.dancerId', 'b.voteCount'])
        .select((eb) =>
          sql<number>`(row_number() OVER (PARTITION BY ${eb.ref('b.place')} ORDER BY ${bestFirst('b')}))::int`.as(
            'rank',
          ),
        ),
    )
    .selectFrom('ranked as r')
    .select(['r.voteCount as votes', 'r.rank'])
    .where('r.dancerId', '=', own.dancerId)
    .orderBy('r.place')
    .execute()
}
