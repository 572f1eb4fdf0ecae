import { type ExpressionBuilder, sql } from 'kysely'
import type { MonthResults, PastMonth } from '#lib/contract/challenges/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { WATCHED_AFTER_CLOSE_SECONDS } from '#lib/domain/tally/policy.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

const pastPhases = ['tallying', 'closed'] as const

const pastMonths = () =>
  kysely(db())
    .selectFrom('challenge as c')
    .where('c.phase', 'in', pastPhases)
    .select(['c.id', 'c.title', 'c.phase', 'c.endsAt', 'c.closedAt'])
    .select((eb) => [
      eb.fn.coalesce(listedVotes(eb), countedVotes(eb)).as('votes'),
      // Each of a month's statements stores the month's whole pool.
      eb
        .selectFrom('royaltyStatement as s')
        .whereRef('s.challengeId', '=', 'c.id')
        .select('s.pool')
        .orderBy('s.musicianId')
        .limit(1)
        .as('royalties'),
    ])
    .$narrowType<{ phase: (typeof pastPhases)[number] }>()

type Months = ExpressionBuilder<DB & { c: DB['challenge'] }, 'c'>

/** SQL: a month's votes as counted now. */
const countedVotes = (eb: Months) =>
  eb
    .selectFrom('video as v')
    .whereRef('v.challengeId', '=', 'c.id')
    .select((v) => v.fn.sum<bigint | null>('v.voteCount').as('sum'))

/**
 * SQL: a month's votes from the public tally: the last published head plus later rows. Null without a head,
 * or while the tally may change by the minute after the close.
 */
const listedVotes = (eb: Months) =>
  eb
    .selectFrom('tallyHead as h')
    .whereRef('h.challengeId', '=', 'c.id')
    .where('c.phase', '=', 'closed')
    .where('c.closedAt', '<', addSeconds(now(), -WATCHED_AFTER_CLOSE_SECONDS))
    .select((h) => {
      const later = h
        .selectFrom('tallyRow as r')
        .select((r) => r.fn.sum<bigint | null>('r.votes').as('sum'))
        .whereRef('r.challengeId', '=', 'h.challengeId')
        .whereRef('r.position', '>', 'h.position')
      return sql<bigint>`${h.ref('h.votes')} + coalesce(${later}, 0)`.as('votes')
    })
    .orderBy('h.publishedAt', 'desc')
    .limit(1)

type MonthRow = Awaited<ReturnType<ReturnType<typeof pastMonths>['executeTakeFirstOrThrow']>>
type PlaceRow = Awaited<ReturnType<typeof readPlaces>>[number]

/** Newest first, with prize winners. Amounts in shillings. */
export async function listPastMonths(query: { page: number; page_size: number }): Promise<Page<PastMonth>> {
  const count = await countRows(kysely(db()).selectFrom('challenge').where('phase', 'in', pastPhases))
  const { limit, offset } = rowsOfPage(count, query.page, query.page_size)
  const found = await pastMonths().orderBy('c.month', 'desc').limit(limit).offset(offset).execute()
  const places = await readPlaces(
    found.map(({ id }) => id),
    'prized',
  )
  return makePage(
    '/challenges/',
    { page_size: query.page_size },
    { count, ...query },
    found.map((row) => present(row, placesOfMonth(places, row.id))),
  )
}

/** @throws NotFoundError for an unknown or running month */
export async function getMonthResults(challengeId: string): Promise<MonthResults> {
  const found = await pastMonths().where('c.id', '=', challengeId).executeTakeFirst()
  if (!found) throw new NotFoundError()
  const places = placesOfMonth(await readPlaces([found.id], 'all'), found.id)
  return {
    ...present(
      found,
      places.filter(({ prize }) => prize > 0),
    ),
    places,
  }
}

function readPlaces(challengeIds: readonly string[], which: 'all' | 'prized') {
  const places = kysely(db())
    .selectFrom('challengeResult as r')
    .innerJoin('appUser as u', 'u.id', 'r.dancerId')
    .leftJoin('profile as p', 'p.userId', 'r.dancerId')
    .innerJoin('video as v', 'v.id', 'r.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .where('r.challengeId', '=', anyOf(challengeIds))
    .select(['r.challengeId', 'r.rank', 'r.videoId', 'r.voteCount', 'r.prize'])
    .select(['u.username', 'p.displayName', 'v.title', 't.title as track'])
    .orderBy('r.challengeId')
    .orderBy('r.rank')
  return (which === 'prized' ? places.where('r.prize', '>', sql.lit(0n)) : places).execute()
}

function placesOfMonth(places: readonly PlaceRow[], challengeId: string): PastMonth['winners'] {
  return places
    .filter((place) => place.challengeId === challengeId)
    .map((place) => ({
      rank: place.rank,
      video_id: place.videoId,
      title: displayTitle(place.title, place.track, place.username),
      dancer_username: place.username,
      dancer_display_name: place.displayName || place.username,
      vote_count: place.voteCount,
      prize: toShillings(place.prize),
    }))
}

function present(row: MonthRow, winners: PastMonth['winners']): PastMonth {
  return {
    id: row.id,
    title: row.title,
    phase: row.phase,
    ended_at: row.endsAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    total_votes: Number(row.votes ?? 0),
    prizes_paid: winners.reduce((sum, { prize }) => sum + prize, 0),
    royalties_paid: toShillings(row.royalties ?? 0n),
    winners,
  }
}
