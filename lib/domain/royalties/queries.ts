import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'

/**
 * Newest month first, with a line per track. Amounts in shillings.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listStatements(
  musicianId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<Page<RoyaltyStatement>> {
  const found = await readStatements(musicianId, page_size, (page - 1) * page_size)
  const count = found[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const lines = await readLines(found.map(({ id }) => id))
  return makePage(
    '/royalties/statements/',
    { page_size },
    { count, page, page_size },
    found.map((statement) =>
      present(
        statement,
        lines.filter((line) => line.statementId === statement.id),
      ),
    ),
  )
}

function readStatements(musicianId: string, limit: number, offset: number) {
  return kysely(db())
    .selectFrom('royaltyStatement as s')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .where('s.musicianId', '=', musicianId)
    .select(['s.id', 's.pool', 's.videos', 's.allVideos', 's.royalty', 's.tax', 's.votes', 's.voteEarnings'])
    .select(['s.createdAt', 's.challengeId', 'c.title', 'c.closedAt'])
    .select((eb) => eb.cast<number>(eb.fn.countAll().over(), 'int4').as('count'))
    .orderBy('c.month', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

function readLines(statementIds: readonly string[]) {
  return (
    kysely(db())
      .selectFrom('royaltyLine as l')
      .where('l.statementId', '=', anyOf(statementIds))
      .select(['l.statementId', 'l.trackId', 'l.videos', 'l.royalty', 'l.votes', 'l.voteEarnings'])
      // A subquery finds each track by key; a join would read all tracks.
      .select((eb) =>
        eb
          .selectFrom('track as t')
          .select('t.title')
          .whereRef('t.id', '=', 'l.trackId')
          .$asScalar()
          .$notNull()
          .as('title'),
      )
      .orderBy('l.royalty', 'desc')
      .orderBy('title')
      .orderBy('l.trackId')
      .execute()
  )
}

type StatementRow = Awaited<ReturnType<typeof readStatements>>[number]
type LineRow = Awaited<ReturnType<typeof readLines>>[number]

function present(row: StatementRow, lines: readonly LineRow[]): RoyaltyStatement {
  return {
    id: row.id,
    challenge_id: row.challengeId,
    challenge_title: row.title,
    // A statement is written when its month closes.
    closed_at: (row.closedAt ?? row.createdAt).toISOString(),
    pool: toShillings(row.pool),
    videos: row.videos,
    all_videos: row.allVideos,
    royalty: toShillings(row.royalty),
    tax: toShillings(row.tax),
    votes: row.votes,
    vote_earnings: toShillings(row.voteEarnings),
    lines: lines.map((line) => ({
      track_id: line.trackId,
      track_title: line.title,
      videos: line.videos,
      royalty: toShillings(line.royalty),
      votes: line.votes,
      vote_earnings: toShillings(line.voteEarnings),
    })),
  }
}
