import type pg from 'pg'
import { rowsOf } from '../database.ts'

type Standing = { dancerId: string; votes: number; rank: number; prize: bigint }
type Best = { dancerId: string; videoId: string; votes: number; reachedAt: Date | null }
type Line = { trackId: string; musicianId: string; videos: number; royalty: bigint }

const PRIZE = 500_000n
const WINNERS = 5

/** Recomputes the close from gifts and subscriptions: winners, royalties and statements. */
export async function checkClose(database: pg.Pool, challengeId: string): Promise<string[]> {
  return [...(await checkWinners(database, challengeId)), ...(await checkStatements(database, challengeId))]
}

async function checkWinners(database: pg.Pool, challengeId: string): Promise<string[]> {
  const places = await rowsOf<Standing>(
    database,
    `SELECT dancer_id AS "dancerId", vote_count AS votes, rank, prize FROM challenge_result WHERE challenge_id = $1
      ORDER BY rank`,
    [challengeId],
  )
  const videos = await rowsOf<Best>(
    database,
    `SELECT v.dancer_id AS "dancerId", v.id AS "videoId", coalesce(sum(g.vote_count) FILTER (WHERE i.state = 'credited'), 0)::int AS votes,
        max(i.paid_at) FILTER (WHERE i.state = 'credited') AS "reachedAt"
      FROM video v LEFT JOIN gift g ON g.video_id = v.id LEFT JOIN payment_intent i ON i.id = g.intent_id
      WHERE v.challenge_id = $1 AND v.status = 'approved' GROUP BY v.id ORDER BY v.id`,
    [challengeId],
  )
  const best = [...Map.groupBy(videos, ({ dancerId }) => dancerId).values()]
    .map((own) => own.toSorted(byVotes)[0])
    .filter((one) => one !== undefined)
    .toSorted(byVotes)
  const differences: string[] = []
  if (places.length === 0) differences.push('the month has no results')
  for (const [index, { dancerId, votes, rank, prize }] of places.entries()) {
    const expected = best[index]
    if (expected?.dancerId !== dancerId || expected.votes !== votes)
      differences.push(
        `place ${rank} is ${dancerId} with ${votes}, and should be ${JSON.stringify(expected)}`,
      )
    const due = index < WINNERS && votes > 0 ? PRIZE : 0n
    if (prize !== due) differences.push(`place ${rank} won ${prize} cents instead of ${due}`)
  }
  return differences
}

/** At equal counts the earlier by M-Pesa's time; in the same second the older video. */
function byVotes(a: Best, b: Best): number {
  const byTime = (a.reachedAt?.getTime() ?? 0) - (b.reachedAt?.getTime() ?? 0)
  return b.votes - a.votes || byTime || (a.videoId < b.videoId ? -1 : 1)
}

/** Nothing of the pool is lost: whole cents of each share, and the remaining cents one each. */
async function checkStatements(database: pg.Pool, challengeId: string): Promise<string[]> {
  const lines = await rowsOf<Line>(
    database,
    `SELECT l.track_id AS "trackId", s.musician_id AS "musicianId", l.videos, l.royalty FROM royalty_line l
      JOIN royalty_statement s ON s.id = l.statement_id WHERE s.challenge_id = $1`,
    [challengeId],
  )
  const counts = await rowsOf<{ trackId: string; videos: number }>(
    database,
    `SELECT track_id AS "trackId", count(*)::int AS videos FROM video
      WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry' GROUP BY track_id`,
    [challengeId],
  )
  const [{ pool } = { pool: 0n }] = await rowsOf<{ pool: bigint }>(
    database,
    `SELECT coalesce(sum(amount * 30 / 100), 0)::bigint AS pool FROM subscription
      WHERE challenge_id = $1 AND status = 'paid'`,
    [challengeId],
  )
  const differences: string[] = []
  const all = BigInt(counts.reduce((sum, { videos }) => sum + videos, 0))
  for (const { trackId, videos } of counts) {
    const line = lines.find((one) => one.trackId === trackId)
    const least = (pool * BigInt(videos)) / all
    if (line?.videos !== videos || line.royalty < least || line.royalty > least + 1n)
      differences.push(
        `track ${trackId} with ${videos} of ${all} videos got ${line?.royalty} of ${pool} cents`,
      )
  }
  const shared = lines.reduce((sum, { royalty }) => sum + royalty, 0n)
  if (shared !== pool) differences.push(`the statements share ${shared} cents of a pool of ${pool}`)
  return differences
}
