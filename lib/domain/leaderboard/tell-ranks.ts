import { sql } from 'kysely'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
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
 * Tells dancers who have gained or lost a place in the top twenty since they were last told. The first time of a month it only
 * keeps the places. Places without votes are none. Run again it tells nothing, because the told places are kept with the news.
 * @returns how many were told
 */
export async function tellRanks(): Promise<number> {
  const at = now()
  const month = await findCurrentChallenge(at)
  if (!month || phaseAt(month, at) !== 'voting') return 0
  return transaction(async (tx) => {
    // Of two at once the second sees what the first has told.
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
  const found = await tx.prisma.toldRank.findMany({
    where: { challengeId },
    select: { dancerId: true, rank: true },
  })
  return new Map(found.map(({ dancerId, rank }) => [dancerId, rank]))
}

/**
 * Which of these dancers others have passed. Nobody has passed a dancer whose account was deactivated, or whose video was withdrawn
 * since they were told: the one that they have beside it never had that place.
 */
async function dancersPassed(
  tx: Tx,
  challengeId: string,
  dancerIds: readonly string[],
): Promise<Set<string>> {
  const found = await tx.kysely
    .selectFrom('video as v')
    .innerJoin('told_rank as told', (join) =>
      join.onRef('told.dancer_id', '=', 'v.dancer_id').onRef('told.challenge_id', '=', 'v.challenge_id'),
    )
    .innerJoin('app_user as u', 'u.id', 'v.dancer_id')
    .select('v.dancer_id')
    .where('v.challenge_id', '=', challengeId)
    .where('v.kind', '=', 'entry')
    .where('v.dancer_id', '=', sql<string>`any(${dancerIds}::uuid[])`)
    .where('u.is_active', '=', true)
    .groupBy('v.dancer_id')
    // The most votes of what stands, against the most of what was withdrawn since.
    .having((eb) =>
      eb(
        eb.fn.max('v.vote_count').filterWhere('v.status', '=', 'approved'),
        '>=',
        eb.fn.coalesce(
          eb.fn.max('v.vote_count').filterWhereRef('v.withdrawn_at', '>=', 'told.told_at'),
          eb.lit(0),
        ),
      ),
    )
    .execute()
  return new Set(found.map(({ dancer_id }) => dancer_id))
}

/** What has changed since; nothing where nothing was told of this month yet. */
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
  await tx.prisma.toldRank.deleteMany({ where: { challengeId } })
  await tx.prisma.toldRank.createMany({
    data: [...places].map(([dancerId, { rank }]) => ({ challengeId, dancerId, rank, toldAt })),
  })
}
