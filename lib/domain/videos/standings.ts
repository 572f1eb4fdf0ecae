import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { hasLeaderboard, phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'

/** How many places the leaderboard has. */
export const LEADERBOARD_PLACES = 100

/** The best video of one dancer; its index in the list is the rank less one. */
export type Standing = {
  videoId: string
  title: string
  trackTitle: string
  dancerUsername: string
  voteCount: number
  thumbnailUrl: string | null
  dancerDisplayName: string | null
}

/**
 * Reads the best entry of each dancer in a challenge, best first, at most LEADERBOARD_PLACES. Of equal counts the one that
 * was reached first is ahead; those without votes are in the order in which they were submitted.
 */
export function readStandings(challengeId: string): Promise<Standing[]> {
  return (
    kysely(db())
      .with('best', (query) =>
        query
          .selectFrom('video')
          .distinctOn('dancer_id')
          .select(['id', 'title', 'dancer_id', 'track_id', 'vote_count', 'votes_reached_at', 'thumbnail_url'])
          .where('challenge_id', '=', challengeId)
          .where('status', '=', 'approved')
          .where('kind', '=', 'entry')
          .orderBy('dancer_id')
          .orderBy('vote_count', 'desc')
          .orderBy('votes_reached_at', (order) => order.asc().nullsLast())
          .orderBy('id'),
      )
      .with('placed', (query) =>
        query
          .selectFrom('best')
          .selectAll()
          .orderBy('vote_count', 'desc')
          .orderBy('votes_reached_at', (order) => order.asc().nullsLast())
          .orderBy('id')
          .limit(LEADERBOARD_PLACES),
      )
      .selectFrom('placed as p')
      .innerJoin('track as t', 't.id', 'p.track_id')
      // Each by its key: the planner would read everybody for a hundred of them.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('app_user')
            .select('username')
            .whereRef('id', '=', 'p.dancer_id')
            .offset(sql.lit(0))
            .as('u'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('profile')
            .select('display_name')
            .whereRef('user_id', '=', 'p.dancer_id')
            .offset(sql.lit(0))
            .as('n'),
        (join) => join.onTrue(),
      )
      .select(['p.id as videoId', 'p.title', 't.title as trackTitle', 'n.display_name as dancerDisplayName'])
      .select([
        'u.username as dancerUsername',
        'p.vote_count as voteCount',
        'p.thumbnail_url as thumbnailUrl',
      ])
      .orderBy('p.vote_count', 'desc')
      .orderBy('p.votes_reached_at', (order) => order.asc().nullsLast())
      .orderBy('p.id')
      .execute()
  )
}

/** The current leaderboard, to be looked up in. */
export type Ranks = {
  /** Places by video id, from 1. */
  readonly places: ReadonlyMap<string, number>
  /** The video that counts for a dancer, by username. */
  readonly counted: ReadonlyMap<string, string>
  /** The challenge that it is of; null while there is no leaderboard. */
  readonly challengeId: string | null
}

const noRanks: Ranks = { places: new Map(), counted: new Map(), challengeId: null }

/** Reads the ranks of the current leaderboard; there are none outside of voting and tallying. */
export async function readRanks(at: Date = now()): Promise<Ranks> {
  const challenge = await findCurrentChallenge(at)
  if (!challenge || !hasLeaderboard(phaseAt(challenge, at))) return noRanks
  const standings = await readStandings(challenge.id)
  return {
    places: new Map(standings.map(({ videoId }, index) => [videoId, index + 1])),
    counted: new Map(standings.map(({ videoId, dancerUsername }) => [dancerUsername, videoId])),
    challengeId: challenge.id,
  }
}
