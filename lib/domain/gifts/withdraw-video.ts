import type { Video } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { getVideo } from '#lib/domain/videos/queries.ts'
import type { Review } from '#lib/domain/videos/review-video.ts'
import { withdrawVideos } from './withdraw-videos.ts'

/**
 * Takes a video that was approved out of its month: it is rejected from now on, and its owner reads why. Gifts that were
 * paid before still count (docs/decisions/0055).
 * @throws NotFoundError
 * @throws RuleError not_approved, month_closed (409), own_submission (403)
 */
export async function withdrawVideo(decision: Review & { reason: string }): Promise<Video> {
  const { videoId, officer, reason, address } = decision
  await transaction(async (tx) => {
    const video = await firstRow<{
      status: Video['status']
      kind: Video['kind']
      title: string
      trackTitle: string
      username: string
      ownerId: string
      musicianId: string
    }>(
      tx.client,
      `SELECT v.status, v.kind, v.title, t.title AS "trackTitle", u.username, v.dancer_id AS "ownerId",
          t.musician_id AS "musicianId"
        FROM video v JOIN track t ON t.id = v.track_id JOIN app_user u ON u.id = v.dancer_id WHERE v.id = $1`,
      [videoId],
    )
    if (!video) throw new NotFoundError()
    if (officer.id === video.ownerId || officer.id === video.musicianId)
      throw new RuleError('own_submission', 'You cannot decide about your own submission.', 403)
    if (video.status !== 'approved')
      throw new RuleError('not_approved', 'Only an approved video can be withdrawn.', 409)
    const [withdrawn] = await withdrawVideos(tx, {
      of: { videoId },
      because: 'video_withdrawn',
      sentence: reason,
      at: now(),
    })
    // Withdrawn by somebody else in this moment, or its month is over.
    if (!withdrawn)
      throw new RuleError('month_closed', 'The results of this month are final: its videos stay.', 409)
    await tx.client.query('UPDATE video SET reviewed_by = $2, reviewed_at = $3 WHERE id = $1', [
      videoId,
      officer.id,
      now(),
    ])
    await recordAudit(tx, {
      actor: officer,
      action: 'video.withdrawn',
      subject: { type: 'video', id: videoId },
      before: { status: 'approved' },
      after: { status: 'rejected', reason },
      address,
    })
    const title = displayTitle(video.title, video.trackTitle, video.username)
    const template = video.kind === 'official' ? 'official_video_rejected' : 'video_rejected'
    await sendMail(tx, { userId: video.ownerId, template, data: { title, reason } })
  })
  return getVideo(videoId, officer)
}
