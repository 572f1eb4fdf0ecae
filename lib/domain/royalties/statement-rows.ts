import { type Queryable, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { MUSICIAN_SHARE } from '#lib/domain/gifts/policy.ts'
import type { MusicianShare, TrackCount } from './policy.ts'

/** What a month's subscriptions put into the royalty pool, in cents: 30% of each, as it was posted. */
export async function readRoyaltyPool(on: Queryable, challengeId: string): Promise<Cents> {
  const [pool] = await rows<{ amount: bigint }>(
    on,
    `SELECT coalesce(sum(amount * 30 / 100), 0)::bigint AS amount
     FROM subscription WHERE challenge_id = $1 AND status = 'paid'`,
    [challengeId],
  )
  return pool?.amount ?? 0n
}

/** The tracks that a month's approved entries were danced to, by their ids. */
export async function readTrackShares(on: Queryable, challengeId: string): Promise<TrackCount[]> {
  const found = await rows<Omit<TrackCount, 'voteEarnings'>>(
    on,
    `SELECT t.id AS "trackId", t.musician_id AS "musicianId", a.id AS "accountId", count(*)::int AS videos,
       sum(v.vote_count)::int AS votes
     FROM video v JOIN track t ON t.id = v.track_id JOIN account a ON a.owner_id = t.musician_id AND a.kind = 'musician'
     WHERE v.challenge_id = $1 AND v.status = 'approved' AND v.kind = 'entry'
     GROUP BY t.id, t.musician_id, a.id ORDER BY t.id`,
    [challengeId],
  )
  return found.map((track) => ({ ...track, voteEarnings: BigInt(track.votes) * MUSICIAN_SHARE }))
}

/** Writes a statement for each musician of the month, with a line for each track. */
export async function insertStatements(
  on: Queryable,
  challengeId: string,
  pool: Cents,
  shares: readonly MusicianShare[],
): Promise<void> {
  const allVideos = total(shares.flatMap(({ tracks }) => tracks.map(({ videos }) => videos)))
  const statements = shares.map((share) => ({ id: newId(), ...share }))
  await rows(
    on,
    `INSERT INTO royalty_statement (id, challenge_id, musician_id, pool, all_videos, videos, royalty, votes, vote_earnings)
     SELECT i, $1, m, $2, $3, n, r, v, e
     FROM unnest($4::uuid[], $5::uuid[], $6::int[], $7::bigint[], $8::int[], $9::bigint[]) AS t(i, m, n, r, v, e)`,
    [
      challengeId,
      pool,
      allVideos,
      statements.map(({ id }) => id),
      statements.map(({ musicianId }) => musicianId),
      statements.map(({ tracks }) => total(tracks.map(({ videos }) => videos))),
      statements.map(({ royalty }) => royalty),
      statements.map(({ tracks }) => total(tracks.map(({ votes }) => votes))),
      statements.map(({ tracks }) => tracks.reduce((sum, { voteEarnings }) => sum + voteEarnings, 0n)),
    ],
  )
  const lines = statements.flatMap(({ id, tracks }) => tracks.map((track) => ({ statementId: id, ...track })))
  await rows(
    on,
    `INSERT INTO royalty_line (statement_id, track_id, videos, royalty, votes, vote_earnings)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bigint[], $5::int[], $6::bigint[])`,
    [
      lines.map(({ statementId }) => statementId),
      lines.map(({ trackId }) => trackId),
      lines.map(({ videos }) => videos),
      lines.map(({ royalty }) => royalty),
      lines.map(({ votes }) => votes),
      lines.map(({ voteEarnings }) => voteEarnings),
    ],
  )
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
