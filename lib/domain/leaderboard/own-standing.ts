import type { OwnStanding } from '#lib/contract/leaderboard/own-standing.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { hasLeaderboard, phaseAt, phaseEndsAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { bestFirst, placedEntries, readStandings, votesToPrize } from '#lib/domain/videos/standings.ts'

/** Reads a dancer's place in the current month. Prizes in shillings. */
export async function getOwnStanding(dancerId: string, at: Date = now()): Promise<OwnStanding> {
  const challenge = await findCurrentChallenge(at)
  if (!challenge) return { challenge: null, video: null, rank: null, votes_to_prize: null }
  const phase = phaseAt(challenge, at)
  const [best, standings] = await Promise.all([
    bestVideo(dancerId, challenge.id),
    hasLeaderboard(phase) ? readStandings(challenge.id) : [],
  ])
  const place = standings.findIndex(({ videoId }) => videoId === best?.id)
  return {
    challenge: {
      title: challenge.title,
      current_phase: phase,
      phase_ends_at: phaseEndsAt(challenge, at).toISOString(),
      winners: challenge.winners,
      prize_per_winner: toShillings(challenge.prizePerWinner),
    },
    video: best
      ? {
          id: best.id,
          title: displayTitle(best.title, best.trackTitle, best.username),
          vote_count: best.voteCount,
        }
      : null,
    rank: place < 0 ? null : place + 1,
    votes_to_prize:
      best && hasLeaderboard(phase)
        ? votesToPrize(place < 0 ? null : place + 1, best.voteCount, standings, challenge.winners)
        : null,
  }
}

/** The approved video with the most votes, which counts on the leaderboard. */
function bestVideo(dancerId: string, challengeId: string) {
  return placedEntries(db(), challengeId)
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['v.id', 'v.title', 't.title as trackTitle', 'u.username', 'v.voteCount'])
    .where('v.dancerId', '=', dancerId)
    .orderBy(bestFirst('v'))
    .limit(1)
    .executeTakeFirst()
}
