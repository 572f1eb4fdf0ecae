import { type NotNull, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

export type Standing = { readonly votes: number; readonly rank: number }

/**
 * Returns the video's rank for each number of votes. At equal votes the video that reached them earlier is
 * ahead, as in the leaderboard.
 * @param votes null for the video's current votes
 */
export async function standingsWith(
  on: Queryable,
  videoId: string,
  votes: readonly (number | null)[],
): Promise<Standing[]> {
  const asked = sql<{
    place: number
    votes: number | null
  }>`unnest(${votes.map((_, place) => place)}::int[], ${votes}::int[])`
  return kysely(on)
    .selectFrom('video as v')
    .innerJoin(asked.as<'asked'>(sql`asked(place, votes)`), (join) => join.onTrue())
    .select((eb) => [
      eb.fn.coalesce('asked.votes', 'v.voteCount').as('votes'),
      eb
        .selectFrom('video as o')
        .select((of) => sql<number>`1 + count(${of.ref('o.id')})::int`.as('rank'))
        .whereRef('o.challengeId', '=', 'v.challengeId')
        .whereRef('o.id', '<>', 'v.id')
        .where('o.kind', '=', 'entry')
        .where('o.status', '=', 'approved')
        .where((of) => {
          const own = of.fn.coalesce('asked.votes', 'v.voteCount')
          return of.or([
            of('o.voteCount', '>', own),
            of.and([of('o.voteCount', '=', own), of('o.votesReachedAt', '<', of.ref('v.votesReachedAt'))]),
          ])
        })
        .as('rank'),
    ])
    .$narrowType<{ rank: NotNull }>()
    .where('v.id', '=', videoId)
    .orderBy('asked.place')
    .execute()
}
