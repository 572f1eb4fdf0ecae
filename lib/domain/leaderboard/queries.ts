import type { LeaderboardRow, PictureRow } from '#lib/contract/leaderboard/calls.ts'
import { now } from '#lib/core/clock.ts'
import { toShillings } from '#lib/core/money.ts'
import { hasLeaderboard, phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { prizeOf, readStandings } from '#lib/domain/videos/standings.ts'

/**
 * Reads the leaderboard of the current challenge, best first; empty outside voting and tallying. Prizes in
 * shillings.
 */
export async function getLeaderboard(at: Date = now()): Promise<LeaderboardRow[]> {
  return (await getPicturedLeaderboard(at)).map(
    ({ thumbnail_url: _, dancer_display_name: __, ...row }) => row,
  )
}

/** Like `getLeaderboard`, with pictures and display names. */
export async function getPicturedLeaderboard(at: Date = now()): Promise<PictureRow[]> {
  const challenge = await findCurrentChallenge(at)
  if (!challenge || !hasLeaderboard(phaseAt(challenge, at))) return []
  const standings = await readStandings(challenge.id)
  return standings.map((standing, index) => ({
    rank: index + 1,
    video_id: standing.videoId,
    title: displayTitle(standing.title, standing.trackTitle, standing.dancerUsername),
    dancer_username: standing.dancerUsername,
    vote_count: standing.voteCount,
    prize: toShillings(prizeOf({ rank: index + 1, voteCount: standing.voteCount }, challenge)),
    thumbnail_url: standing.thumbnailUrl,
    dancer_display_name: standing.dancerDisplayName || standing.dancerUsername,
  }))
}
