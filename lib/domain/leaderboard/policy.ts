import type { Cents } from '#lib/core/money.ts'

/** The prize of a place, in cents: the first `winners` places win, but nobody wins with no votes. */
export function prizeOf(
  place: { rank: number; voteCount: number },
  terms: { winners: number; prizePerWinner: Cents },
): Cents {
  return place.rank <= terms.winners && place.voteCount > 0 ? terms.prizePerWinner : 0n
}

/**
 * Votes that bring an entry among the winners as they stand. Of equal counts the one that was there first is ahead, so that
 * the last winner has to be passed; and nobody wins without votes.
 * @param rank the entry's place, null where it has none on the leaderboard
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
