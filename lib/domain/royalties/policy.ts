import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import { taxOf } from '#lib/domain/taxes/policy.ts'

/**
 * Least seconds from a month's end to its close: M-Pesa's statement is read twice in between, so Paybill
 * payments are known.
 */
export const LEAST_TALLYING_SECONDS = 35 * 60

/** M-Pesa lists a payment at most this long after it. */
const LISTED_WITHIN_SECONDS = 15 * 60

/** M-Pesa's statement must be read up to here, to include everything paid before the month's end. */
export function statementNeededTo(endsAt: Date): Date {
  return addSeconds(endsAt, LISTED_WITHIN_SECONDS)
}

/** A track's approved videos in a month, their votes, and the cents that the votes brought the musician. */
export type TrackCount = {
  readonly trackId: string
  readonly musicianId: string
  /** The musician's wallet. */
  readonly accountId: bigint
  readonly videos: number
  readonly votes: number
  readonly voteEarnings: Cents
}

/** A track with its royalty in cents. */
export type TrackShare = TrackCount & { readonly royalty: Cents }

export type MusicianShare = {
  readonly musicianId: string
  readonly accountId: bigint
  /** Cents: the sum of the tracks' parts. */
  readonly royalty: Cents
  /** Cents of the royalty for the tax authority. */
  readonly tax: Cents
  readonly tracks: readonly TrackShare[]
}

/**
 * Divides the pool by approved videos per track, to the cent (largest remainder; docs/money.md). Without an
 * approved video the pool keeps everything.
 * @param pool cents
 * @param tracks in a stable order (by id)
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
 * Each part gets its whole cents; the remaining cents go to the largest remainders, among equal ones to the
 * earlier part.
 * @throws RangeError without a weight above zero
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
