import type { MonthResults, PastMonth } from '#lib/contract/challenges/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

type MonthRow = {
  id: string
  title: string
  phase: 'tallying' | 'closed'
  ends_at: Date
  closed_at: Date | null
  votes: number
  royalties: bigint
}

type PlaceRow = {
  challenge_id: string
  rank: number
  video_id: string
  title: string
  track_title: string
  dancer_username: string
  vote_count: number
  prize: bigint
}

const months = `SELECT c.id, c.title, c.phase, c.ends_at, c.closed_at,
    (SELECT coalesce(sum(v.vote_count), 0)::int FROM video v WHERE v.challenge_id = c.id) AS votes,
    (SELECT coalesce(sum(s.royalty), 0)::bigint FROM royalty_statement s WHERE s.challenge_id = c.id) AS royalties
  FROM challenge c WHERE c.phase IN ('tallying', 'closed')`

/** Months that are over, newest first, with those who won a prize. Amounts in shillings. */
export async function listPastMonths(query: { page: number; page_size: number }): Promise<Page<PastMonth>> {
  const total = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM challenge WHERE phase IN ('tallying', 'closed')`,
  )
  const count = total?.count ?? 0
  const { limit, offset } = rowsOfPage(count, query.page, query.page_size)
  const found = await rows<MonthRow>(db(), `${months} ORDER BY c.month DESC LIMIT $1 OFFSET $2`, [
    limit,
    offset,
  ])
  const places = await readPlaces(
    found.map(({ id }) => id),
    'AND r.prize > 0',
  )
  return makePage(
    '/challenges/',
    { page_size: query.page_size },
    { count, ...query },
    found.map((row) => present(row, placesOf(places, row.id))),
  )
}

/**
 * A month that is over, with every place of its final leaderboard.
 * @throws NotFoundError where there is no such month, or it still runs
 */
export async function getMonthResults(challengeId: string): Promise<MonthResults> {
  const found = await firstRow<MonthRow>(db(), `${months} AND c.id = $1`, [challengeId])
  if (!found) throw new NotFoundError()
  const places = placesOf(await readPlaces([challengeId]), challengeId)
  return {
    ...present(
      found,
      places.filter(({ prize }) => prize > 0),
    ),
    places,
  }
}

function readPlaces(ids: readonly string[], condition = ''): Promise<PlaceRow[]> {
  return rows<PlaceRow>(
    db(),
    `SELECT r.challenge_id, r.rank, r.video_id, v.title, t.title AS track_title, u.username AS dancer_username,
       r.vote_count, r.prize
     FROM challenge_result r JOIN video v ON v.id = r.video_id JOIN track t ON t.id = v.track_id
     JOIN app_user u ON u.id = r.dancer_id
     WHERE r.challenge_id = ANY($1::uuid[]) ${condition} ORDER BY r.challenge_id, r.rank`,
    [ids],
  )
}

function placesOf(places: readonly PlaceRow[], challengeId: string): PastMonth['winners'] {
  return places
    .filter((place) => place.challenge_id === challengeId)
    .map((place) => ({
      rank: place.rank,
      video_id: place.video_id,
      title: displayTitle(place.title, place.track_title, place.dancer_username),
      dancer_username: place.dancer_username,
      vote_count: place.vote_count,
      prize: toShillings(place.prize),
    }))
}

function present(row: MonthRow, winners: PastMonth['winners']): PastMonth {
  return {
    id: row.id,
    title: row.title,
    phase: row.phase,
    ended_at: row.ends_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    total_votes: row.votes,
    prizes_paid: winners.reduce((sum, { prize }) => sum + prize, 0),
    royalties_paid: toShillings(row.royalties),
    winners,
  }
}
