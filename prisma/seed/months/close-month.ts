import { type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { prizeOf } from '#lib/domain/leaderboard/policy.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { insertRows } from '../insert-rows.ts'
import { drawFromShards, postInBatches } from '../money/post-in-batches.ts'
import { shareByLargestRemainder } from './largest-remainder.ts'

interface Finalist {
  dancer_id: string
  video_id: string
  vote_count: number
  account_id: bigint
}

/**
 * Ends a month: the final leaderboard is written, prizes go to the winners and the month's royalties to the musicians.
 * A month that is closed stays as it is, and each journal has a key of its own: closing twice pays once.
 */
export async function closeMonth(on: Queryable, challengeId: string, at: Date): Promise<void> {
  const [terms] = await rows<{ prizePerWinner: bigint; winners: number }>(
    on,
    `UPDATE challenge SET phase = 'closed', closed_at = $2 WHERE id = $1 AND phase <> 'closed'
     RETURNING prize_per_winner AS "prizePerWinner", winners`,
    [challengeId, at],
  )
  if (!terms) return
  await rows(
    on,
    `UPDATE track_assignment SET status = 'cancelled' WHERE challenge_id = $1 AND status = 'active'`,
    [challengeId],
  )
  const places = (await readFinalists(on, challengeId)).map((one, place) => ({
    ...one,
    rank: place + 1,
    prize: prizeOf({ rank: place + 1, voteCount: one.vote_count }, terms),
  }))
  await insertRows(
    on,
    'challenge_result',
    places.map(({ account_id: _wallet, ...place }) => ({ challenge_id: challengeId, ...place })),
  )
  await payPrizes(
    on,
    challengeId,
    places.filter((place) => place.prize > 0n),
    at,
  )
  await payRoyalties(on, challengeId, at)
}

/** The best video of each dancer, at most 100; of two equal counts the one that was there first. */
function readFinalists(on: Queryable, challengeId: string): Promise<Finalist[]> {
  return rows<Finalist>(
    on,
    `SELECT b.dancer_id, b.video_id, b.vote_count, a.id AS account_id
     FROM (SELECT DISTINCT ON (dancer_id) dancer_id, id AS video_id, vote_count, votes_reached_at
           FROM video WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry'
           ORDER BY dancer_id, vote_count DESC, votes_reached_at ASC NULLS LAST, id) b
     JOIN account a ON a.owner_id = b.dancer_id AND a.kind = 'dancer'
     ORDER BY b.vote_count DESC, b.votes_reached_at ASC NULLS LAST, b.video_id LIMIT 100`,
    [challengeId],
  )
}

async function payPrizes(
  on: Queryable,
  challengeId: string,
  winners: readonly { rank: number; prize: Cents; account_id: bigint }[],
  at: Date,
): Promise<void> {
  const total = winners.reduce((sum, winner) => sum + winner.prize, 0n)
  if (total === 0n) return
  const pool = systemAccount(await systemAccounts(), 'prize_pool')
  const source = { sourceType: 'challenge', sourceId: challengeId, actor: 'system', occurredAt: at }
  await postInBatches(on, [
    {
      ...source,
      key: `prize_funding:${challengeId}`,
      type: 'prize_funding',
      entries: [...(await drawFromShards(on, 'platform_revenue', total)), { accountId: pool, amount: total }],
    },
  ])
  await postInBatches(
    on,
    winners.map((winner) => ({
      ...source,
      key: `prize:${challengeId}:${winner.rank}`,
      type: 'prize',
      entries: [
        { accountId: pool, amount: -winner.prize },
        { accountId: winner.account_id, amount: winner.prize },
      ],
    })),
  )
}

/** Shares 30 % of the month's subscriptions by approved videos per track; a musician's tracks come in one journal. */
async function payRoyalties(on: Queryable, challengeId: string, at: Date): Promise<void> {
  const [pool] = await rows<{ amount: bigint }>(
    on,
    `SELECT coalesce(sum(amount * 30 / 100), 0)::bigint AS amount
     FROM subscription WHERE challenge_id = $1 AND status = 'paid'`,
    [challengeId],
  )
  const tracks = await rows<{ musician_id: string; account_id: bigint; videos: bigint }>(
    on,
    `SELECT t.musician_id, a.id AS account_id, count(*) AS videos
     FROM video v JOIN track t ON t.id = v.track_id JOIN account a ON a.owner_id = t.musician_id AND a.kind = 'musician'
     WHERE v.challenge_id = $1 AND v.status = 'approved' AND v.kind = 'entry'
     GROUP BY t.id, t.musician_id, a.id ORDER BY t.id`,
    [challengeId],
  )
  if (!pool || pool.amount === 0n || tracks.length === 0) return
  const shares = shareByLargestRemainder(
    pool.amount,
    tracks.map((track) => track.videos),
  )
  const owed = new Map<string, { accountId: bigint; amount: Cents }>()
  for (const [place, track] of tracks.entries()) {
    const before = owed.get(track.musician_id)?.amount ?? 0n
    owed.set(track.musician_id, {
      accountId: track.account_id,
      amount: before + (shares[place] ?? 0n),
    })
  }
  for (const [musicianId, { accountId, amount }] of owed) {
    if (amount === 0n) continue
    await postInBatches(on, [
      {
        key: `royalty:${challengeId}:${musicianId}`,
        type: 'royalty',
        sourceType: 'challenge',
        sourceId: challengeId,
        actor: 'system',
        occurredAt: at,
        entries: [...(await drawFromShards(on, 'royalty_pool', amount)), { accountId, amount }],
      },
    ])
  }
}
