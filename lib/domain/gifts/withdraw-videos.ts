import { rows } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import type { WithdrawnReason } from '#lib/domain/payments/schema.ts'
import { lockOutGifts } from './facts.ts'

/** Which videos leave their month, why, and what their owner reads. */
export type WithdrawnVideos = {
  readonly of: { readonly videoId: string } | { readonly dancerId: string }
  readonly because: WithdrawnReason
  readonly sentence: string
  readonly at: Date
}

/**
 * Takes approved videos out of a month that is not closed: out of feed, leaderboard and prizes, and no gift is ordered for
 * them from now on. What is under way is held, so that settlement looks at when it was paid: before this moment it counts,
 * after it it is sent back (docs/decisions/0055). What has counted stays.
 * @returns the ids of those that were withdrawn
 */
export async function withdrawVideos(tx: Tx, which: WithdrawnVideos): Promise<string[]> {
  const { because, sentence, at } = which
  const ids = await approvedVideos(tx, which.of)
  if (ids.length === 0) return []
  // In settlement's order: gifts that are being made, then payments, then the month, then videos.
  await lockOutGifts(tx.client, ids)
  await holdOpenGifts(tx, ids, because)
  const withdrawn = await rows<{ id: string }>(
    tx.client,
    `WITH month AS (SELECT id FROM challenge WHERE phase <> 'closed' FOR KEY SHARE),
      chosen AS (SELECT v.id FROM video v WHERE v.id = ANY($1::uuid[]) AND v.status = 'approved'
        AND v.challenge_id IN (SELECT id FROM month) ORDER BY v.id FOR NO KEY UPDATE)
     UPDATE video v SET status = 'rejected', rejection_reason = $2, withdrawn_at = $3, withdrawn_because = $4
     FROM chosen WHERE chosen.id = v.id RETURNING v.id`,
    [ids, sentence, at, because],
  )
  if (withdrawn.length > 0) await emit(tx, publicContentChanged, { what: 'videos' })
  return withdrawn.map(({ id }) => id)
}

async function approvedVideos({ client }: Tx, of: WithdrawnVideos['of']): Promise<string[]> {
  const [column, id] = 'videoId' in of ? ['id', of.videoId] : ['dancer_id', of.dancerId]
  const found = await rows<{ id: string }>(
    client,
    `SELECT v.id FROM video v JOIN challenge c ON c.id = v.challenge_id
      WHERE v.${column} = $1 AND v.status = 'approved' AND c.phase <> 'closed' ORDER BY v.id`,
    [id],
  )
  return found.map((video) => video.id)
}

/** Those that are declined too: late proof would still credit them. */
async function holdOpenGifts({ client }: Tx, videoIds: readonly string[], because: WithdrawnReason) {
  await client.query(
    `UPDATE payment_intent i SET hold_reason = coalesce(i.hold_reason, $2)
      FROM (SELECT p.id FROM gift g JOIN payment_intent p ON p.id = g.intent_id
        WHERE g.video_id = ANY($1::uuid[]) AND p.state NOT IN ('credited', 'review', 'refund_pending', 'refunded')
        ORDER BY p.id FOR NO KEY UPDATE OF p) AS open
      WHERE open.id = i.id`,
    [videoIds, because],
  )
}

/**
 * Brings back the videos of a dancer who is active again, as far as their month is not closed, and nobody has submitted the
 * same YouTube video meanwhile. What is under way for them counts as before.
 */
export async function bringBackVideos(tx: Tx, dancerId: string): Promise<void> {
  const { client } = tx
  const back = await rows<{ id: string }>(
    client,
    `WITH month AS (SELECT id FROM challenge WHERE phase <> 'closed' FOR KEY SHARE)
     UPDATE video v SET status = 'approved', rejection_reason = '', withdrawn_at = NULL, withdrawn_because = NULL
     WHERE v.dancer_id = $1 AND v.withdrawn_because = 'dancer_inactive' AND v.challenge_id IN (SELECT id FROM month)
       AND NOT EXISTS (SELECT FROM video o WHERE o.challenge_id = v.challenge_id AND o.id <> v.id
         AND o.youtube_video_id = v.youtube_video_id AND o.status <> 'rejected')
     RETURNING v.id`,
    [dancerId],
  )
  if (back.length === 0) return
  await client.query(
    `UPDATE payment_intent i SET hold_reason = NULL FROM gift g
      WHERE g.intent_id = i.id AND g.video_id = ANY($1::uuid[]) AND i.hold_reason = 'dancer_inactive'
        AND i.state NOT IN ('credited', 'review', 'refund_pending', 'refunded')`,
    [back.map(({ id }) => id)],
  )
  await emit(tx, publicContentChanged, { what: 'videos' })
}
