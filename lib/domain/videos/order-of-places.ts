import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

// The leaderboard, a dancer's own standing and the close of a month, which pays the prizes, have to agree on who is ahead.

/**
 * The order of places, for an `orderBy`: the most votes first; of equal counts the one that was reached first; those without
 * votes in the order in which they were submitted.
 * @param videos the alias of rows that have a video's `id`, `vote_count` and `votes_reached_at`
 */
export function bestFirst(videos: string) {
  const column = (name: string) => sql.ref(`${videos}.${name}`)
  return sql`${column('voteCount')} DESC, ${column('votesReachedAt')} ASC NULLS LAST, ${column('id')}`
}

/** Selects the entries of a challenge that can have a place, as `v`; the caller says which columns. */
export function placedEntries(on: Queryable, challengeId: string) {
  return kysely(on)
    .selectFrom('video as v')
    .where('v.challengeId', '=', challengeId)
    .where('v.status', '=', 'approved')
    .where('v.kind', '=', 'entry')
}

/** Selects the best entry of each dancer, which alone has a place, as `v`; the caller says which columns. */
export function bestEntries(on: Queryable, challengeId: string) {
  return placedEntries(on, challengeId).distinctOn('v.dancerId').orderBy('v.dancerId').orderBy(bestFirst('v'))
}
