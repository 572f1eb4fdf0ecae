import { type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { prizeOf } from '#lib/domain/leaderboard/policy.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockShards, type Shards } from '#lib/domain/ledger/draw.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { JournalDraft } from '#lib/domain/ledger/schema.ts'
import { LEADERBOARD_PLACES } from '#lib/domain/videos/standings.ts'
import { type MusicianShare, shareRoyalties } from './policy.ts'
import { insertStatements, readRoyaltyPool, readTrackShares } from './statement-rows.ts'

/** What a close has paid out; amounts in cents. */
export type ClosedMonth = {
  title: string
  winners: { dancerId: string; rank: number; prize: Cents }[]
  royalties: { musicianId: string; royalty: Cents }[]
}

type Terms = { title: string; phase: string; prizePerWinner: bigint; winners: number }
type Place = {
  dancerId: string
  videoId: string
  voteCount: number
  accountId: bigint
  rank: number
  prize: Cents
}

/**
 * Closes a month in the caller's transaction: the final leaderboard is written, prizes go to the winners, the month's
 * royalties to the musicians, with a statement each (design/money.md, close of the month). Every journal has a key of its
 * own and a closed month stays as it is: run again, it pays nothing.
 * @param at when it is closed, as the journals say
 * @returns what was paid; null where it was closed before
 * @throws ShortfallError where platform revenue does not cover the prizes: nothing is paid then
 */
export async function closeMonth(on: Queryable, challengeId: string, at: Date): Promise<ClosedMonth | null> {
  // Settlement holds the row while it credits a gift: what is credited is counted, and nothing is credited hereafter.
  const [terms] = await rows<Terms>(
    on,
    `SELECT title, phase, prize_per_winner AS "prizePerWinner", winners FROM challenge WHERE id = $1 FOR UPDATE`,
    [challengeId],
  )
  if (!terms || terms.phase === 'closed') return null
  const shards = await lockShards(on, ['platform_revenue', 'royalty_pool'])
  const places = await readPlaces(on, challengeId, terms)
  const pool = await readRoyaltyPool(on, challengeId)
  const shares = shareRoyalties(pool, await readTrackShares(on, challengeId))
  const source = { sourceType: 'challenge', sourceId: challengeId, actor: 'system', occurredAt: at }
  await postJournals(on, [
    ...(await prizeJournals(source, places, shardsOf(shards, 'platform_revenue'))),
    ...royaltyJournals(source, shares, shardsOf(shards, 'royalty_pool')),
  ])
  await writeResults(on, challengeId, places)
  await insertStatements(on, challengeId, pool, shares)
  await rows(
    on,
    `UPDATE track_assignment SET status = 'cancelled' WHERE challenge_id = $1 AND status = 'active'`,
    [challengeId],
  )
  await rows(on, `UPDATE challenge SET phase = 'closed', closed_at = $2, close_problem = '' WHERE id = $1`, [
    challengeId,
    at,
  ])
  return {
    title: terms.title,
    winners: places
      .filter(({ prize }) => prize > 0n)
      .map(({ dancerId, rank, prize }) => ({ dancerId, rank, prize })),
    royalties: shares.map(({ musicianId, royalty }) => ({ musicianId, royalty })),
  }
}

function shardsOf(found: Awaited<ReturnType<typeof lockShards>>, kind: Shards['kind']): Shards {
  return found.get(kind) ?? { kind, held: [] }
}

/** The best video of each dancer; of two equal counts the one that was there first. */
async function readPlaces(on: Queryable, challengeId: string, terms: Terms): Promise<Place[]> {
  const found = await rows<Omit<Place, 'rank' | 'prize'>>(
    on,
    `SELECT b.dancer_id AS "dancerId", b.video_id AS "videoId", b.vote_count AS "voteCount", a.id AS "accountId"
     FROM (SELECT DISTINCT ON (dancer_id) dancer_id, id AS video_id, vote_count, votes_reached_at
           FROM video WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry'
           ORDER BY dancer_id, vote_count DESC, votes_reached_at ASC NULLS LAST, id) b
     JOIN account a ON a.owner_id = b.dancer_id AND a.kind = 'dancer'
     ORDER BY b.vote_count DESC, b.votes_reached_at ASC NULLS LAST, b.video_id LIMIT $2`,
    [challengeId, LEADERBOARD_PLACES],
  )
  return found.map((one, index) => {
    const rank = index + 1
    return { ...one, rank, prize: prizeOf({ rank, voteCount: one.voteCount }, terms) }
  })
}

type Source = Pick<JournalDraft, 'sourceType' | 'sourceId' | 'actor' | 'occurredAt'>

/** Platform revenue feeds the pool with exactly what the winners get out of it. */
async function prizeJournals(
  source: Source,
  places: readonly Place[],
  revenue: Shards,
): Promise<JournalDraft[]> {
  const won = places.filter(({ prize }) => prize > 0n)
  const total = won.reduce((sum, { prize }) => sum + prize, 0n)
  if (total === 0n) return []
  const pool = systemAccount(await systemAccounts(), 'prize_pool')
  return [
    {
      ...source,
      key: `prize_funding:${source.sourceId}`,
      type: 'prize_funding',
      entries: [...drawFrom(revenue, total), { accountId: pool, amount: total }],
    },
    ...won.map(({ rank, prize, accountId }) => ({
      ...source,
      key: `prize:${source.sourceId}:${rank}`,
      type: 'prize',
      entries: [
        { accountId: pool, amount: -prize },
        { accountId, amount: prize },
      ],
    })),
  ]
}

function royaltyJournals(source: Source, shares: readonly MusicianShare[], pool: Shards): JournalDraft[] {
  return shares
    .filter(({ royalty }) => royalty > 0n)
    .map(({ musicianId, accountId, royalty }) => ({
      ...source,
      key: `royalty:${source.sourceId}:${musicianId}`,
      type: 'royalty',
      entries: [...drawFrom(pool, royalty), { accountId, amount: royalty }],
    }))
}

async function writeResults(on: Queryable, challengeId: string, places: readonly Place[]): Promise<void> {
  await rows(
    on,
    `INSERT INTO challenge_result (challenge_id, rank, dancer_id, video_id, vote_count, prize)
     SELECT $1, r, d, v, c, p FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::int[], $6::bigint[]) AS t(r, d, v, c, p)`,
    [
      challengeId,
      places.map(({ rank }) => rank),
      places.map(({ dancerId }) => dancerId),
      places.map(({ videoId }) => videoId),
      places.map(({ voteCount }) => voteCount),
      places.map(({ prize }) => prize),
    ],
  )
}
