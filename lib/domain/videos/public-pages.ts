import { sql } from 'kysely'
import type { DancerPage, ListedDance, SongPage } from '#lib/contract/videos/public-pages.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { displayTitle } from './policy.ts'
import type { Ranks } from './standings.ts'

// Shows only facts that are public in feed, leaderboard and results.

/** Enough for years of one dancer; a song shows its best dances. */
const MOST_DANCES = 60

/**
 * @param username in upper or lower case
 * @returns null if the account is unknown, closed or blocked
 */
export async function findDancerPage(
  username: string,
  ranksNow: () => Promise<Ranks>,
): Promise<DancerPage | null> {
  const person = await kysely(db())
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.username', 'u.firstName', 'u.lastName', 'p.displayName', 'p.location'])
    .select(['p.avatarUrl', 'p.county'])
    .where(sql`lower(u.username)`, '=', username.toLowerCase())
    .where('u.role', '=', 'dancer')
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!person) return null
  const [list, sums, results] = await Promise.all([
    dances(ranksNow, (query) =>
      query.where('v.dancerId', '=', person.id).orderBy('v.uploadDate', 'desc').orderBy('v.id', 'desc'),
    ),
    kysely(db())
      .selectFrom('video')
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'integer').as('dances'),
        eb.cast<number>(eb.fn.coalesce(eb.fn.sum('voteCount'), eb.lit(0)), 'integer').as('votes'),
      ])
      .where('dancerId', '=', person.id)
      .where('status', '=', 'approved')
      .where('kind', '=', 'entry')
      .executeTakeFirstOrThrow(),
    kysely(db())
      .selectFrom('challengeResult')
      .select(['rank', 'prize'])
      .where('dancerId', '=', person.id)
      .execute(),
  ])
  const prizes = results.filter(({ prize }) => prize > 0n)
  return {
    username: person.username,
    displayName: nameOf(person),
    location: placeOf(person.location ?? '', person.county ?? ''),
    avatarUrl: person.avatarUrl,
    ...sums,
    wins: prizes.length,
    won: toShillings(prizes.reduce((sum, { prize }) => sum + prize, 0n)),
    bestRank: results.length === 0 ? null : Math.min(...results.map(({ rank }) => rank)),
    list,
  }
}

/** @returns null if no public video dances to the song */
export async function findSongPage(id: string, ranksNow: () => Promise<Ranks>): Promise<SongPage | null> {
  const [song, sums, list] = await Promise.all([
    kysely(db())
      .selectFrom('track')
      .select(['id', 'title', 'artist', 'genre'])
      .where('id', '=', id)
      .executeTakeFirst(),
    kysely(db())
      .selectFrom('video')
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'integer').as('dances'),
        eb.cast<number>(eb.fn.count('dancerId').distinct(), 'integer').as('dancers'),
        eb.cast<number>(eb.fn.coalesce(eb.fn.sum('voteCount'), eb.lit(0)), 'integer').as('votes'),
      ])
      .where('trackId', '=', id)
      .where('status', '=', 'approved')
      .where('kind', '=', 'entry')
      .executeTakeFirstOrThrow(),
    dances(ranksNow, (query) =>
      query.where('v.trackId', '=', id).orderBy('v.voteCount', 'desc').orderBy('v.id', 'desc'),
    ),
  ])
  return song && sums.dances > 0 ? { ...song, ...sums, list } : null
}

const approved = () =>
  kysely(db())
    .selectFrom('video as v')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .leftJoin('profile as p', 'p.userId', 'v.dancerId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    // OFFSET 0 forces a lookup of each result by key; the planner would otherwise read all months' results.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('challengeResult')
          .select(['rank', 'prize'])
          .whereRef('challengeId', '=', 'v.challengeId')
          .whereRef('videoId', '=', 'v.id')
          .offset(sql.lit(0))
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['v.id', 'v.title', 'v.thumbnailUrl', 'v.voteCount', 'v.challengeId', 'v.trackId'])
    .select(['u.username', 'u.firstName', 'u.lastName', 'p.displayName', 't.title as trackTitle'])
    .select(['t.artist', 'c.title as challengeTitle', 'c.phase', 'r.rank', 'r.prize'])
    .where('v.status', '=', 'approved')
    .where('v.kind', '=', 'entry')
    .limit(MOST_DANCES)

async function dances(
  ranksNow: () => Promise<Ranks>,
  which: (query: ReturnType<typeof approved>) => ReturnType<typeof approved>,
): Promise<ListedDance[]> {
  const [found, ranks] = await Promise.all([which(approved()).execute(), ranksNow()])
  return found.map((row) => ({
    id: row.id,
    title: displayTitle(row.title, row.trackTitle, row.username),
    thumbnailUrl: row.thumbnailUrl,
    votes: row.voteCount,
    month: { id: row.challengeId, title: row.challengeTitle, phase: row.phase },
    dancer: { username: row.username, displayName: nameOf(row) },
    song: { id: row.trackId, title: row.trackTitle, artist: row.artist },
    rank: row.rank ?? ranks.places.get(row.id) ?? null,
    prize: toShillings(row.prize ?? 0n),
  }))
}

function placeOf(town: string, county: string): string {
  return town === county ? town : [town, county].filter(Boolean).join(', ')
}

type Named = { username: string; firstName: string; lastName: string; displayName: string | null }

const nameOf = ({ displayName, firstName, lastName, username }: Named) =>
  displayName || `${firstName} ${lastName}`.trim() || username
