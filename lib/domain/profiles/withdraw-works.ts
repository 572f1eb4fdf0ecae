import { rows } from '#lib/core/db.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import type { StoredAt } from '#lib/core/storage.ts'
import { withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'

/** Takes what somebody made out of the running month, their comments away, and their tracks out of the pool. */
export async function withdrawWorks(tx: Tx, userId: string, moment: Date): Promise<void> {
  await withdrawVideosOf(tx, userId, moment)
  await withdrawTracks(tx, userId, moment)
  await withdrawComments(tx, userId, moment)
}

/** Closed months keep their videos: their results name them. */
async function withdrawVideosOf(tx: Tx, userId: string, moment: Date): Promise<void> {
  const sentence = 'The account was closed.'
  await withdrawVideos(tx, { of: { dancerId: userId }, because: 'dancer_inactive', sentence, at: moment })
  await rows(
    tx.client,
    `UPDATE video v SET status = 'rejected', rejection_reason = $2
     FROM challenge c WHERE c.id = v.challenge_id AND c.phase <> 'closed' AND v.dancer_id = $1`,
    [userId, sentence],
  )
}

async function withdrawTracks(tx: Tx, userId: string, moment: Date): Promise<void> {
  const unused = await rows<{ key: string }>(
    tx.client,
    `DELETE FROM track t WHERE t.musician_id = $1
       AND NOT EXISTS (SELECT 1 FROM video v WHERE v.track_id = t.id)
       AND NOT EXISTS (SELECT 1 FROM track_assignment a WHERE a.track_id = t.id)
     RETURNING object_key AS key`,
    [userId],
  )
  const files = unused.map(({ key }): StoredAt => ({ bucket: 'media', key }))
  if (files.length > 0) await enqueue(tx, deleteFilesJob, { files })
  await rows(
    tx.client,
    `UPDATE track SET status = 'retired', retired_at = coalesce(retired_at, $2), description = ''
     WHERE musician_id = $1`,
    [userId, moment],
  )
}

async function withdrawComments(tx: Tx, userId: string, moment: Date): Promise<void> {
  await rows(
    tx.client,
    `WITH gone AS (
       UPDATE comment SET deleted_at = $2, deleted_by = $1 WHERE author_id = $1 AND deleted_at IS NULL RETURNING video_id
     ), counted AS (SELECT video_id, count(*)::int AS n FROM gone GROUP BY video_id)
     UPDATE video v SET comment_count = greatest(0, v.comment_count - counted.n) FROM counted WHERE v.id = counted.video_id`,
    [userId, moment],
  )
  await rows(tx.client, `UPDATE comment SET text = '–' WHERE author_id = $1`, [userId])
  await rows(tx.client, `UPDATE comment_report SET reason = '' WHERE reporter_id = $1`, [userId])
}
