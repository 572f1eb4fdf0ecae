import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { hasLeaderboard, phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'

/** How many places the leaderboard has (design/api.md). */
export const LEADERBOARD_PLACES = 100

/** One dancer's best video; the place in the list is the rank, less one. */
export type Standing = {
  videoId: string
  title: string
  trackTitle: string
  dancerUsername: string
  voteCount: number
}

/**
 * The best entry of each dancer in a challenge, best first, at most LEADERBOARD_PLACES.
 * Of equal counts the one that was reached first is ahead; those without votes stand in the order they were made.
 */
export function readStandings(challengeId: string): Promise<Standing[]> {
  return rows<Standing>(db(), {
    name: 'video-standings',
    text: `WITH best AS (
        SELECT DISTINCT ON (dancer_id) id, title, dancer_id, track_id, vote_count, votes_reached_at
        FROM video WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry'
        ORDER BY dancer_id, vote_count DESC, votes_reached_at ASC NULLS LAST, id
      ), placed AS (
        SELECT * FROM best ORDER BY vote_count DESC, votes_reached_at ASC NULLS LAST, id LIMIT $2
      )
      SELECT p.id AS "videoId", p.title, t.title AS "trackTitle", u.username AS "dancerUsername",
        p.vote_count AS "voteCount"
      FROM placed p JOIN track t ON t.id = p.track_id JOIN app_user u ON u.id = p.dancer_id
      ORDER BY p.vote_count DESC, p.votes_reached_at ASC NULLS LAST, p.id`,
    values: [challengeId, LEADERBOARD_PLACES],
  })
}

/** Places on the current leaderboard by video id, from 1. */
export type Ranks = ReadonlyMap<string, number>

/** Reads them; empty while there is no leaderboard. */
export async function readRanks(at: Date = now()): Promise<Ranks> {
  const challenge = await findCurrentChallenge(at)
  if (!challenge || !hasLeaderboard(phaseAt(challenge, at))) return new Map()
  const standings = await readStandings(challenge.id)
  return new Map(standings.map((standing, index) => [standing.videoId, index + 1]))
}
