import type { RunningStatement } from '#lib/contract/royalties/calls.ts'
import { db } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { readTaxRates } from '#lib/domain/taxes/rates.ts'
import { shareRoyalties, type TrackShare } from './policy.ts'
import { readRoyaltyPool, readTrackShares } from './statement-rows.ts'

/**
 * A musician's statement as if the current month closed now; null between months. Amounts in shillings.
 * Earnings by votes are in the wallet already, the royalty is not.
 */
export async function getCurrentStatement(musicianId: string): Promise<RunningStatement | null> {
  const challenge = await findCurrentChallenge()
  if (!challenge) return null
  const [pool, shares, rates] = await Promise.all([
    readRoyaltyPool(db(), challenge.id),
    readTrackShares(db(), challenge.id),
    readTaxRates(db()),
  ])
  const own = shareRoyalties(pool, shares, rates.royalty).find((share) => share.musicianId === musicianId)
  const tracks = own?.tracks ?? []
  const titles = await prisma().track.findMany({
    where: { id: { in: tracks.map(({ trackId }) => trackId) } },
    select: { id: true, title: true },
  })
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  return {
    challenge_id: challenge.id,
    challenge_title: challenge.title,
    pool: toShillings(pool),
    videos: total(tracks, ({ videos }) => videos),
    all_videos: total(shares, ({ videos }) => videos),
    royalty: toShillings(own?.royalty ?? 0n),
    tax: toShillings(own?.tax ?? 0n),
    votes: total(tracks, ({ votes }) => votes),
    vote_earnings: toShillings(tracks.reduce((sum, { voteEarnings }) => sum + voteEarnings, 0n)),
    lines: tracks.toSorted(byRoyalty).map((track) => ({
      track_id: track.trackId,
      track_title: titleOf.get(track.trackId) ?? '',
      videos: track.videos,
      royalty: toShillings(track.royalty),
      votes: track.votes,
      vote_earnings: toShillings(track.voteEarnings),
    })),
  }
}

function total<T>(list: readonly T[], count: (one: T) => number): number {
  return list.reduce((sum, one) => sum + count(one), 0)
}

function byRoyalty(a: TrackShare, b: TrackShare): number {
  return Number(b.royalty - a.royalty)
}
