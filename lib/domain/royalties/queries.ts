import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'
import { db, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'

type LineRow = {
  id: string
  challenge_id: string
  challenge_title: string
  closed_at: Date
  pool: bigint
  videos: number
  all_videos: number
  royalty: bigint
  votes: number
  vote_earnings: bigint
  track_id: string
  track_title: string
  line_videos: number
  line_royalty: bigint
  line_votes: number
  line_vote_earnings: bigint
}

/** A musician's statements, newest month first, each with a line for each track. Amounts in shillings. */
export async function listStatements(musicianId: string): Promise<RoyaltyStatement[]> {
  const found = await rows<LineRow>(
    db(),
    `SELECT s.id, s.challenge_id, c.title AS challenge_title, c.closed_at, s.pool, s.videos, s.all_videos, s.royalty,
       s.votes, s.vote_earnings, l.track_id, t.title AS track_title, l.videos AS line_videos, l.royalty AS line_royalty,
       l.votes AS line_votes, l.vote_earnings AS line_vote_earnings
     FROM royalty_statement s JOIN challenge c ON c.id = s.challenge_id
     JOIN royalty_line l ON l.statement_id = s.id JOIN track t ON t.id = l.track_id
     WHERE s.musician_id = $1 ORDER BY c.month DESC, l.royalty DESC, t.title, t.id`,
    [musicianId],
  )
  return [...Map.groupBy(found, ({ id }) => id).values()].flatMap((lines) => {
    const [first] = lines
    return first ? [present(first, lines)] : []
  })
}

function present(row: LineRow, lines: readonly LineRow[]): RoyaltyStatement {
  return {
    id: row.id,
    challenge_id: row.challenge_id,
    challenge_title: row.challenge_title,
    closed_at: row.closed_at.toISOString(),
    pool: toShillings(row.pool),
    videos: row.videos,
    all_videos: row.all_videos,
    royalty: toShillings(row.royalty),
    votes: row.votes,
    vote_earnings: toShillings(row.vote_earnings),
    lines: lines.map((line) => ({
      track_id: line.track_id,
      track_title: line.track_title,
      videos: line.line_videos,
      royalty: toShillings(line.line_royalty),
      votes: line.line_votes,
      vote_earnings: toShillings(line.line_vote_earnings),
    })),
  }
}
