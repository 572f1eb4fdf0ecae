import { sql } from 'kysely'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { rankNews, TOLD_PLACES } from '#lib/domain/notifications/policy.ts'
import type { News } from '#lib/domain/notifications/schema.ts'
import { readStandings, type Standing } from '#lib/domain/videos/standings.ts'

type Month = { id: string; title: string }
type Place = { rank: number; videoId: string }

/**
 * Notifies dancers who moved into, within or out of the top twenty since the last notice. The first run of a
 * month only stores places. Places without votes do not count. Idempotent, because the stored places change
 * with the notices.
 * @returns how many were notified
 */
export async function tellRanks(): Promise<number> {
  const at = now()
  const month = await findCurrentChallenge(at)
  if (!month || phaseAt(month, at) !== 'voting') return 0
  return transaction(async (tx) => {
    // Of two concurrent runs the second sees what the first reported.
    await lockName(tx.client, `told-ranks:${month.id}`)
    const places = topPlacesOf(await readStandings(month.id))
    const told = await readTold(tx, month.id)
    const gone = [...told.keys()].filter((dancerId) => !places.has(dancerId))
    const passed = await dancersPassed(tx, month.id, gone)
    const news = newsOf(month, places, told, at).filter(
      ({ userId, template }) => template !== 'rank_left' || passed.has(userId),
    )
    await keepTold(tx, month.id, places, at)
    await notify(tx, ...news)
    return news.length
  })
}

function topPlacesOf(standings: readonly Standing[]): Map<string, Place> {
  return new Map(
    standings
      .slice(0, TOLD_PLACES)
      .map(({ dancerId, videoId, voteCount }, index) => ({ dancerId, videoId, voteCount, rank: index + 1 }))
      .filter(({ voteCount }) => voteCount > 0)
      .map(({ dancerId, videoId, rank }) => [dancerId, { rank, videoId }]),
  )
}

async function readTold(tx: Tx, challengeId: string): Promise<Map<string, number>> {
  const found = await tx.kysely
    .selectFrom('toldRank')
    .select(['dancerId', 'rank'])
    .where('challengeId', '=', challengeId)
    .execute()
  return new Map(found.map(({ dancerId, rank }) => [dancerId, rank]))
}

/**
 * Returns the dancers whom others have passed. A deactivated dancer, or one whose video was withdrawn since
 * the last notice, was not passed: the dancer's remaining video never had that place.
 */
async function dancersPassed(
  tx: Tx,
  challengeId: string,
  dancerIds: readonly string[],
): Promise<Set<string>> {
  const found = await tx.kysely
    .selectFrom('video as v')
    .innerJoin('toldRank as told', (join) =>
      join.onRef('told.dancerId', '=', 'v.dancerId').onRef('told.challengeId', '=', 'v.challengeId'),
    )
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select('v.dancerId')
    .where('v.challengeId', '=', challengeId)
    .where('v.kind', '=', 'entry')
    .where('v.dancerId', '=', anyOf(dancerIds))
    .where('u.isActive', '=', true)
    .groupBy('v.dancerId')
    // Compares the most votes of a remaining video with the most of a video withdrawn since.
    .having((eb) =>
      eb(
        eb.fn.max('v.voteCount').filterWhere('v.status', '=', 'approved'),
        '>=',
        eb.fn.coalesce(
          eb.fn.max('v.voteCount').filterWhereRef('v.withdrawnAt', '>=', 'told.toldAt'),
          eb.lit(0),
        ),
      ),
    )
    .execute()
  return new Set(found.map(({ dancerId }) => dancerId))
}

/** Returns no news in the first run of a month. */
function newsOf(
  { id, title: challenge }: Month,
  places: ReadonlyMap<string, Place>,
  told: ReadonlyMap<string, number>,
  at: Date,
): News[] {
  if (told.size === 0) return []
  const news: News[] = []
  const occasion = `${id} ${at.toISOString()}`
  for (const userId of new Set([...places.keys(), ...told.keys()])) {
    const [place, from] = [places.get(userId), told.get(userId)]
    const template = rankNews(from, place?.rank)
    if (place && template === 'rank_entered') {
      const data = { challenge, to: place.rank, video_id: place.videoId }
      news.push({ userId, occasion, template, data })
    } else if (place && from !== undefined && (template === 'rank_gained' || template === 'rank_lost')) {
      const data = { challenge, from, to: place.rank, video_id: place.videoId }
      news.push({ userId, occasion, template, data })
    } else if (from !== undefined && template === 'rank_left') {
      news.push({ userId, occasion, template, data: { challenge, from } })
    }
  }
  return news
}

async function keepTold(
  tx: Tx,
  challengeId: string,
  places: ReadonlyMap<string, Place>,
  toldAt: Date,
): Promise<void> {
  await tx.kysely.deleteFrom('toldRank').where('challengeId', '=', challengeId).execute()
  const [dancers, ranks] = [[...places.keys()], [...places.values()].map(({ rank }) => rank)]
  // Two arrays, because a list of rows would need a parameter per value, and cannot be empty.
  const told = sql<{ dancerId: string; rank: number }>`unnest(${dancers}::uuid[], ${ranks}::int4[])`
  await tx.kysely
    .insertInto('toldRank')
    .columns(['challengeId', 'dancerId', 'rank', 'toldAt'])
    .expression((eb) =>
      eb
        .selectFrom(told.as<'t'>(sql`t(dancer_id, rank)`))
        .select([sql<string>`${challengeId}::uuid`.as('challengeId'), 't.dancerId', 't.rank'])
        .select(sql<Date>`${toldAt}::timestamptz`.as('toldAt')),
    )
    .execute()
}
