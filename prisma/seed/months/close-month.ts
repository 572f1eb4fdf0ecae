import { type Queryable, rows } from '#lib/core/db.ts'
import type { Cents } from '#lib/core/money.ts'
import { insertRows } from '../insert-rows.ts'
import { drawFromShards, postJournals, readSystemAccounts, shardOf } from '../money/journals.ts'
import { shareByLargestRemainder } from './largest-remainder.ts'

interface Finalist {
  dancer_id: string
  video_id: string
  vote_count: number
  account_id: bigint
}

interface Terms {
  prize_per_winner: bigint
  winners: number
}

/**
 * Ends a month: the final leaderboard is written, prizes go to the winners and the month's royalties to the musicians.
 * Each journal has a key of its own, so that closing twice pays once.
 */
export async function closeMonth(on: Queryable, challengeId: string, at: Date): Promise<void> {
  const [terms] = await rows<Terms>(
    on,
    `UPDATE challenge SET phase = 'closed', closed_at = $2 WHERE id = $1 AND phase <> 'closed'
     RETURNING prize_per_winner, winners`,
    [challengeId, at],
  )
  if (!terms) return
  await rows(
    on,
    `UPDATE track_assignment SET status = 'cancelled' WHERE challenge_id = $1 AND status = 'active'`,
    [challengeId],
  )
  const finalists = await readFinalists(on, challengeId)
  const prizeOf = (place: number) => (place < terms.winners ? terms.prize_per_winner : 0n)
  await insertRows(
    on,
    'challenge_result',
    finalists.map((one, place) => ({
      challenge_id: challengeId,
      rank: place + 1,
      dancer_id: one.dancer_id,
      video_id: one.video_id,
      vote_count: one.vote_count,
      prize: prizeOf(place),
    })),
  )
  await payPrizes(on, challengeId, finalists.slice(0, terms.winners), terms.prize_per_winner, at)
  await payRoyalties(on, challengeId, at)
}

/** The best video of each dancer, at most 100; of two equal counts the one that was there first. */
function readFinalists(on: Queryable, challengeId: string): Promise<Finalist[]> {
  return rows<Finalist>(
    on,
    `SELECT b.dancer_id, b.video_id, b.vote_count, a.id AS account_id
     FROM (SELECT DISTINCT ON (dancer_id) dancer_id, id AS video_id, vote_count, votes_reached_at
           FROM video WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry' AND vote_count > 0
           ORDER BY dancer_id, vote_count DESC, votes_reached_at, id) b
     JOIN account a ON a.owner_id = b.dancer_id AND a.kind = 'dancer' AND a.shard = 0
     ORDER BY b.vote_count DESC, b.votes_reached_at, b.video_id LIMIT 100`,
    [challengeId],
  )
}

async function payPrizes(
  on: Queryable,
  challengeId: string,
  winners: readonly Finalist[],
  prize: Cents,
  at: Date,
) {
  const accounts = await readSystemAccounts(on)
  const pool = shardOf(accounts, 'prize_pool', 0)
  const total = prize * BigInt(winners.length)
  if (total === 0n) return
  const common = { sourceType: 'challenge', sourceId: challengeId, actor: 'system', occurredAt: at }
  await postJournals(on, [
    {
      ...common,
      key: `prize-fund:${challengeId}`,
      type: 'prize_fund',
      entries: [...(await drawFromShards(on, 'platform_revenue', total)), { accountId: pool, amount: total }],
    },
  ])
  await postJournals(
    on,
    winners.map((one, place) => ({
      ...common,
      key: `prize:${challengeId}:${place + 1}`,
      type: 'prize',
      entries: [
        { accountId: pool, amount: -prize },
        { accountId: one.account_id, amount: prize },
      ],
    })),
  )
}

/** Shares 30 % of the month's subscriptions by approved videos per track. */
async function payRoyalties(on: Queryable, challengeId: string, at: Date): Promise<void> {
  const [pool] = await rows<{ amount: bigint }>(
    on,
    `SELECT coalesce(sum(amount * 30 / 100), 0)::bigint AS amount FROM subscription WHERE challenge_id = $1 AND status = 'paid'`,
    [challengeId],
  )
  const tracks = await rows<{ track_id: string; account_id: bigint; videos: bigint }>(
    on,
    `SELECT t.id AS track_id, a.id AS account_id, count(*) AS videos
     FROM video v JOIN track t ON t.id = v.track_id
     JOIN account a ON a.owner_id = t.musician_id AND a.kind = 'musician' AND a.shard = 0
     WHERE v.challenge_id = $1 AND v.status = 'approved' AND v.kind = 'entry' GROUP BY t.id, a.id ORDER BY t.id`,
    [challengeId],
  )
  if (!pool || pool.amount === 0n || tracks.length === 0) return
  const shares = shareByLargestRemainder(
    pool.amount,
    tracks.map((track) => track.videos),
  )
  const paid = tracks
    .map((track, place) => ({ accountId: track.account_id, amount: shares[place] ?? 0n }))
    .filter((entry) => entry.amount > 0n)
  await postJournals(on, [
    {
      key: `royalties:${challengeId}`,
      type: 'royalties',
      sourceType: 'challenge',
      sourceId: challengeId,
      actor: 'system',
      occurredAt: at,
      entries: [...(await drawFromShards(on, 'royalty_pool', pool.amount)), ...paid],
    },
  ])
}
