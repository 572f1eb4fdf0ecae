import { type Expression, sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { hasLeaderboard, phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'

export const LEADERBOARD_PLACES = 100

/** A dancer's best video; its index in the list is the rank minus one. */
export type Standing = {
  videoId: string
  dancerId: string
  title: string
  trackTitle: string
  dancerUsername: string
  voteCount: number
  thumbnailUrl: string | null
  dancerDisplayName: string | null
}

/** Lists the best entry of each dancer by place, at most LEADERBOARD_PLACES. */
export function readStandings(challengeId: string): Promise<Standing[]> {
  return kysely(db())
    .with('best', () =>
      bestEntries(db(), challengeId)
        .select(['v.id', 'v.title', 'v.dancerId', 'v.trackId', 'v.thumbnailUrl'])
        .select(['v.voteCount', 'v.votesReachedAt']),
    )
    .with('placed', (query) =>
      query.selectFrom('best').selectAll().orderBy(bestFirst('best')).limit(LEADERBOARD_PLACES),
    )
    .selectFrom('placed as p')
    .innerJoin('track as t', 't.id', 'p.trackId')
    .innerJoinLateral(
      (eb) => usernameOf(eb.ref('p.dancerId')).as('u'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => displayNameOf(eb.ref('p.dancerId')).as('n'),
      (join) => join.onTrue(),
    )
    .select(['p.id as videoId', 'p.dancerId', 'p.title', 't.title as trackTitle'])
    .select('n.displayName as dancerDisplayName')
    .select(['u.username as dancerUsername', 'p.voteCount', 'p.thumbnailUrl'])
    .orderBy(bestFirst('p'))
    .execute()
}

export type Best = Pick<Standing, 'videoId' | 'dancerUsername' | 'voteCount'>

/** The current leaderboard, indexed. */
export type Ranks = {
  /** Places from 1, by video id. */
  readonly places: ReadonlyMap<string, number>
  /** The id of each dancer's best entry, by username. */
  readonly counted: ReadonlyMap<string, string>
  /** The best entry of each dancer, best first. */
  readonly best: readonly Best[]
  /** Null without a leaderboard. */
  readonly challengeId: string | null
}

const noRanks: Ranks = { places: new Map(), counted: new Map(), best: [], challengeId: null }

/** Returns no ranks outside voting and tallying. */
export async function readRanks(at: Date = now()): Promise<Ranks> {
  const challenge = await findCurrentChallenge(at)
  if (!challenge || !hasLeaderboard(phaseAt(challenge, at))) return noRanks
  const standings = await readStandings(challenge.id)
  return {
    places: new Map(standings.map(({ videoId }, index) => [videoId, index + 1])),
    counted: new Map(standings.map(({ videoId, dancerUsername }) => [dancerUsername, videoId])),
    best: standings,
    challengeId: challenge.id,
  }
}

/**
 * Places of an entry with and without the given votes. Entries with an equal count are ahead of the entry
 * with the votes and behind the entry without them, so that the gain is never overstated.
 * @param best the best entry of each dancer, best first
 * @param entry its `voteCount` may be newer than in `best`
 * @returns null if the entry is not on the leaderboard; `without` is null below the last place
 */
export function placesOf(
  best: readonly Best[],
  entry: Best,
  votes: number,
): { with: number; without: number | null } | null {
  const own = best.findIndex(({ dancerUsername }) => dancerUsername === entry.dancerUsername)
  const counted = best[own]
  if (counted && counted.videoId !== entry.videoId && counted.voteCount > entry.voteCount) return null
  const others = best.filter((_, index) => index !== own)
  const placeBelow = (isAhead: (count: number) => boolean) =>
    1 + others.filter(({ voteCount }) => isAhead(voteCount)).length
  const isListed = counted?.videoId === entry.videoId && counted.voteCount === entry.voteCount
  const now = isListed ? own + 1 : placeBelow((count) => count >= entry.voteCount)
  if (now > LEADERBOARD_PLACES) return null
  const before = Math.max(
    now,
    placeBelow((count) => count > entry.voteCount - votes),
  )
  return { with: now, without: before > LEADERBOARD_PLACES ? null : before }
}

/**
 * SQL for `orderBy`: most votes first, then the count reached earlier, then the earlier submission.
 * Leaderboard, own standing and prizes must all use this order.
 * @param videos the alias of rows with `id`, `vote_count` and `votes_reached_at`
 */
export function bestFirst(videos: string) {
  const column = (name: string) => sql.ref(`${videos}.${name}`)
  return sql`${column('voteCount')} DESC, ${column('votesReachedAt')} ASC NULLS LAST, ${column('id')}`
}

/** Entries of a challenge that can have a place, as `v`; the caller adds the columns. */
export function placedEntries(on: Queryable, challengeId: string) {
  return kysely(on)
    .selectFrom('video as v')
    .where('v.challengeId', '=', challengeId)
    .where('v.status', '=', 'approved')
    .where('v.kind', '=', 'entry')
}

/** The best entry of each dancer, as `v`; the caller adds the columns. */
export function bestEntries(on: Queryable, challengeId: string) {
  return placedEntries(on, challengeId).distinctOn('v.dancerId').orderBy('v.dancerId').orderBy(bestFirst('v'))
}

/** SQL: one person's username, for a lateral join. OFFSET 0 forces a lookup by key instead of a scan. */
export const usernameOf = (id: Expression<string>) =>
  kysely(db()).selectFrom('appUser').select('username').where('id', '=', id).offset(sql.lit(0))

/** SQL: one person's display name, for a lateral join; no row without a profile. */
export const displayNameOf = (id: Expression<string>) =>
  kysely(db()).selectFrom('profile').select('displayName').where('userId', '=', id).offset(sql.lit(0))

/** Returns the prize in cents. The first `winners` places win, but not without votes. */
export function prizeOf(
  place: { rank: number; voteCount: number },
  terms: { winners: number; prizePerWinner: Cents },
): Cents {
  return place.rank <= terms.winners && place.voteCount > 0 ? terms.prizePerWinner : 0n
}

/**
 * Returns how many more votes bring an entry among the winners. At equal votes the earlier entry is ahead, so
 * the last winner must be passed; nobody wins without votes.
 * @param rank null without a place on the leaderboard
 * @param standings best first
 */
export function votesToPrize(
  rank: number | null,
  voteCount: number,
  standings: readonly { voteCount: number }[],
  winners: number,
): number {
  if (rank !== null && rank <= winners) return voteCount > 0 ? 0 : 1
  const last = standings[winners - 1]
  return Math.max(1, (last?.voteCount ?? 0) + 1 - voteCount)
}
