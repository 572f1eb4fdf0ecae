import type { Cents } from '#lib/core/money.ts'

/** Returns the prize in cents. The first `winners` places win, but not without votes. */
export function prizeOf(
  place: { rank: number; voteCount: number },
  terms: { winners: number; prizePerWinner: Cents },
): Cents {
  return place.rank <= terms.winners && place.voteCount > 0 ? terms.prizePerWinner : 0n
}

/**
 * Returns how many more votes bring an entry among the winners. At equal votes the earlier entry is ahead, so
 * the last winner must be passed; nobody wins without votes.
 * @param rank null without a place on the leaderboard
 * @param standings best first
 */
export function votesToPrize(
  rank: number | null,
  voteCount: number,
  standings: readonly { voteCount: number }[],
  winners: number,
): number {
  if (rank !== null && rank <= winners) return voteCount > 0 ? 0 : 1
  const last = standings[winners - 1]
  return Math.max(1, (last?.voteCount ?? 0) + 1 - voteCount)
}
