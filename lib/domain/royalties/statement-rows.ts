import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { MUSICIAN_SHARE } from '#lib/domain/gifts/policy.ts'
import type { MusicianShare, TrackCount } from './policy.ts'

/** The royalty pool in cents: 30% of each of the month's subscriptions, as posted. */
export async function readRoyaltyPool(on: Queryable, challengeId: string): Promise<Cents> {
  const { pool } = await kysely(on)
    .selectFrom('subscription')
    .where('challengeId', '=', challengeId)
    .where('status', '=', 'paid')
    .select((eb) => sql<Cents>`coalesce(sum(${eb.ref('amount')} * 30 / 100), 0)::bigint`.as('pool'))
    .executeTakeFirstOrThrow()
  return pool
}

export async function readTrackShares(on: Queryable, challengeId: string): Promise<TrackCount[]> {
  const found = await kysely(on)
    .selectFrom((eb) =>
      eb
        .selectFrom('video')
        .where('challengeId', '=', challengeId)
        .where('status', '=', 'approved')
        .where('kind', '=', 'entry')
        .groupBy('trackId')
        .select((v) => [
          'trackId',
          v.cast<number>(v.fn.countAll(), 'integer').as('videos'),
          v.cast<number>(v.fn.sum('voteCount'), 'integer').as('votes'),
        ])
        .as('v'),
    )
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('account as a', 'a.ownerId', 't.musicianId')
    .where('a.kind', '=', 'musician')
    .orderBy('t.id')
    .select(['t.id as trackId', 't.musicianId', 'a.id as accountId', 'v.videos', 'v.votes'])
    .execute()
  return found.map((track) => ({ ...track, voteEarnings: BigInt(track.votes) * MUSICIAN_SHARE }))
}

/**
 * Writes one statement per musician of the month, with a line per track.
 * @param at the time of the royalty journals
 */
export async function insertStatements(
  on: Queryable,
  challengeId: string,
  pool: Cents,
  shares: readonly MusicianShare[],
  at: Date,
): Promise<void> {
  const statements = shares.map((share) => ({ id: newId(), ...share }))
  const allVideos = total(shares.flatMap(({ tracks }) => tracks.map(({ videos }) => videos)))
  if (statements.length === 0) return
  await kysely(on)
    .insertInto('royaltyStatement')
    .values(
      statements.map(({ id, musicianId, royalty, tax, tracks }) => ({
        id,
        challengeId,
        musicianId,
        pool,
        allVideos,
        videos: total(tracks.map(({ videos }) => videos)),
        royalty,
        tax,
        votes: total(tracks.map(({ votes }) => votes)),
        voteEarnings: tracks.reduce((sum, { voteEarnings }) => sum + voteEarnings, 0n),
        createdAt: at,
      })),
    )
    .execute()
  const lines = statements.flatMap(({ id, tracks }) =>
    tracks.map(({ trackId, videos, royalty, votes, voteEarnings }) => ({
      statementId: id,
      trackId,
      videos,
      royalty,
      votes,
      voteEarnings,
    })),
  )
  // A SQL statement has at most 65,535 parameters.
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await kysely(on)
      .insertInto('royaltyLine')
      .values(lines.slice(from, from + LINES_AT_ONCE))
      .execute()
}

const LINES_AT_ONCE = 5_000

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
