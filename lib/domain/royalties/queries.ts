import { sql } from 'kysely'
import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'

/**
 * A musician's statements, newest month first, each with a line for each track. Amounts in shillings.
 * @throws NotFoundError 'Invalid page.' past the end
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
        lines.filter((line) => line.statement_id === statement.id),
      ),
    ),
  )
}

/** Reads a page of statements, each with how many there are: one a month. */
function readStatements(musicianId: string, limit: number, offset: number) {
  return kysely(db())
    .selectFrom('royalty_statement as s')
    .innerJoin('challenge as c', 'c.id', 's.challenge_id')
    .where('s.musician_id', '=', musicianId)
    .select(['s.id', 's.pool', 's.videos', 's.all_videos', 's.royalty', 's.votes', 's.vote_earnings'])
    .select(['s.created_at', 's.challenge_id', 'c.title', 'c.closed_at'])
    .select((eb) => eb.cast<number>(eb.fn.countAll().over(), 'int4').as('count'))
    .orderBy('c.month', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

function readLines(statementIds: readonly string[]) {
  return (
    kysely(db())
      .selectFrom('royalty_line as l')
      .where('l.statement_id', '=', sql<string>`any(${statementIds}::uuid[])`)
      .select(['l.statement_id', 'l.track_id', 'l.videos', 'l.royalty', 'l.votes', 'l.vote_earnings'])
      // Each by its key: joined, all tracks are read.
      .select((eb) =>
        eb
          .selectFrom('track as t')
          .select('t.title')
          .whereRef('t.id', '=', 'l.track_id')
          .$asScalar()
          .$notNull()
          .as('title'),
      )
      .orderBy('l.royalty', 'desc')
      .orderBy('title')
      .orderBy('l.track_id')
      .execute()
  )
}

type StatementRow = Awaited<ReturnType<typeof readStatements>>[number]
type LineRow = Awaited<ReturnType<typeof readLines>>[number]

function present(row: StatementRow, lines: readonly LineRow[]): RoyaltyStatement {
  return {
    id: row.id,
    challenge_id: row.challenge_id,
    challenge_title: row.title,
    // A statement is written when its month closes.
    closed_at: (row.closed_at ?? row.created_at).toISOString(),
    pool: toShillings(row.pool),
    videos: row.videos,
    all_videos: row.all_videos,
    royalty: toShillings(row.royalty),
    votes: row.votes,
    vote_earnings: toShillings(row.vote_earnings),
    lines: lines.map((line) => ({
      track_id: line.track_id,
      track_title: line.title,
      videos: line.videos,
      royalty: toShillings(line.royalty),
      votes: line.votes,
      vote_earnings: toShillings(line.vote_earnings),
    })),
  }
}
