import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import { taxOf } from '#lib/domain/taxes/policy.ts'

/** Two statements of M-Pesa's are pulled in this time after the end (seconds): Paybill payments are known by then. */
export const LEAST_TALLYING_SECONDS = 35 * 60

/** What was paid before the end is listed by M-Pesa so long after it at the latest, in seconds. */
const LISTED_WITHIN_SECONDS = 15 * 60

/** Returns up to when M-Pesa's statement has to be read, so that it has listed all that was paid before a month's end. */
export function statementNeededTo(endsAt: Date): Date {
  return addSeconds(endsAt, LISTED_WITHIN_SECONDS)
}

/** What one track of a month counts: its approved videos, their votes, and the cents that those brought its musician. */
export type TrackCount = {
  readonly trackId: string
  readonly musicianId: string
  /** The musician's wallet. */
  readonly accountId: bigint
  readonly videos: number
  readonly votes: number
  readonly voteEarnings: Cents
}

/** A track with its part of the pool, in cents. */
export type TrackShare = TrackCount & { readonly royalty: Cents }

export type MusicianShare = {
  readonly musicianId: string
  readonly accountId: bigint
  /** Cents: the sum of the tracks' parts. */
  readonly royalty: Cents
  /** Cents of it that go to the tax authority. */
  readonly tax: Cents
  readonly tracks: readonly TrackShare[]
}

/**
 * Shares a month's pool among its musicians by approved videos per track, to the cent and nothing lost (largest
 * remainder; docs/money.md). Without a single approved video nobody is owed anything: the pool keeps it.
 * @param pool cents
 * @param tracks in an order of their own that is the same each time (by id)
 * @param taxPercent withheld from each musician's royalty
 */
export function shareRoyalties(pool: Cents, tracks: readonly TrackCount[], taxPercent = 0): MusicianShare[] {
  if (tracks.length === 0) return []
  const parts = shareByLargestRemainder(
    pool,
    tracks.map(({ videos }) => BigInt(videos)),
  )
  const shares = tracks.map((track, place): TrackShare => ({ ...track, royalty: parts[place] ?? 0n }))
  return [...Map.groupBy(shares, ({ musicianId }) => musicianId)].map(([musicianId, own]) => {
    const royalty = own.reduce((sum, one) => sum + one.royalty, 0n)
    return {
      musicianId,
      accountId: own[0]?.accountId ?? 0n,
      royalty,
      tax: taxOf(royalty, taxPercent),
      tracks: own,
    }
  })
}

/**
 * Shares a total by weights so that nothing is lost: each gets the whole cents of its part, and the cents that are left
 * go to the largest remainders, of equal ones to the earlier.
 * @throws RangeError where there is no weight above zero
 */
export function shareByLargestRemainder(total: Cents, weights: readonly bigint[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum <= 0n) throw new RangeError('nothing to share by')
  const shares = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = weights
    .map((weight, place) => ({ place, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder > b.remainder ? -1 : 1))
  const lucky = new Set(byRemainder.slice(0, left).map((one) => one.place))
  return shares.map((share, place) => (lucky.has(place) ? share + 1n : share))
}
