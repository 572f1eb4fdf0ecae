import type { Cents } from '#lib/core/money.ts'

/** The prize of a place, in cents: the first `winners` places win, but nobody wins with no votes. */
export function prizeOf(
  place: { rank: number; voteCount: number },
  terms: { winners: number; prizePerWinner: Cents },
): Cents {
  return place.rank <= terms.winners && place.voteCount > 0 ? terms.prizePerWinner : 0n
}
