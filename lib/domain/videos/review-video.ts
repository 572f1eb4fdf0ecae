import type { Video } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { endClaim } from '#lib/domain/review/commands.ts'
import { displayTitle } from './policy.ts'
import { getVideo } from './queries.ts'

/** `address` is where the officer's request came from. */
export type Review = { videoId: string; officer: Actor; address: string }

type Waiting = {
  status: Video['status']
  kind: Video['kind']
  title: string
  trackTitle: string
  username: string
  ownerId: string
  musicianId: string
  assignmentId: string | null
  isOwnerActive: boolean
}

/**
 * Approves a video: it is in the feed, and has its place on the leaderboard, at once.
 * @throws NotFoundError, RuleError already_decided, claimed, owner_inactive (409), own_submission (403)
 */
export function approveVideo(decision: Review): Promise<Video> {
  return decide({ ...decision, status: 'approved', reason: '' })
}

/**
 * Rejects a video. Its owner is told the reason and may submit another for the same track.
 * @throws NotFoundError, RuleError already_decided, claimed (409), own_submission (403)
 */
export function rejectVideo(decision: Review & { reason: string }): Promise<Video> {
  return decide({ ...decision, status: 'rejected' })
}

type Decision = Review & { status: 'approved' | 'rejected'; reason: string }

async function decide(decision: Decision): Promise<Video> {
  await transaction(async (tx) => {
    const video = await lockVideo(tx, decision.videoId)
    if (decision.officer.id === video.ownerId || decision.officer.id === video.musicianId)
      throw new RuleError('own_submission', 'You cannot decide about your own submission.', 403)
    if (video.status !== 'pending_review')
      throw new RuleError('already_decided', 'This video has already been decided.', 409)
    if (decision.status === 'approved' && !video.isOwnerActive)
      throw new RuleError('owner_inactive', 'The account of its owner is deactivated.', 409)
    await endClaim(tx, { type: 'video', id: decision.videoId }, decision.officer)
    await keepDecision(tx, decision)
    await recordAudit(tx, {
      actor: decision.officer,
      action: `video.${decision.status}`,
      subject: { type: 'video', id: decision.videoId },
      before: { status: video.status },
      after: { status: decision.status, ...(decision.reason ? { reason: decision.reason } : {}) },
      address: decision.address,
    })
    await tellOwner(tx, decision, video)
    if (decision.status === 'approved') {
      if (video.assignmentId) await completeAssignment(tx, video.assignmentId)
      await emit(tx, publicContentChanged, { what: 'videos' })
    }
  })
  return getVideo(decision.videoId, decision.officer)
}

async function lockVideo({ client }: Tx, videoId: string): Promise<Waiting> {
  const found = await firstRow<Waiting>(client, {
    name: 'video-lock-for-review',
    text: `SELECT v.status, v.kind, v.title, t.title AS "trackTitle", u.username, v.dancer_id AS "ownerId",
        t.musician_id AS "musicianId", v.assignment_id AS "assignmentId", u.is_active AS "isOwnerActive"
      FROM video v JOIN track t ON t.id = v.track_id JOIN app_user u ON u.id = v.dancer_id
      WHERE v.id = $1 FOR UPDATE OF v FOR KEY SHARE OF u`,
    values: [videoId],
  })
  if (!found) throw new NotFoundError()
  return found
}

async function keepDecision({ client }: Tx, decision: Decision): Promise<void> {
  await client.query({
    name: 'video-keep-decision',
    text: `UPDATE video SET status = $2, rejection_reason = $3, reviewed_by = $4, reviewed_at = $5,
        approved_date = CASE WHEN $2 = 'approved'::video_status THEN $5::timestamptz END
      WHERE id = $1`,
    values: [decision.videoId, decision.status, decision.reason, decision.officer.id, now()],
  })
}

function tellOwner(tx: Tx, { videoId, status, reason }: Decision, video: Waiting): Promise<void> {
  const title = displayTitle(video.title, video.trackTitle, video.username)
  const prefix = video.kind === 'official' ? 'official_' : ''
  const userId = video.ownerId
  return status === 'approved'
    ? sendMail(tx, { userId, template: `${prefix}video_approved`, data: { title, video_id: videoId } })
    : sendMail(tx, { userId, template: `${prefix}video_rejected`, data: { title, reason } })
}

async function completeAssignment({ client }: Tx, assignmentId: string): Promise<void> {
  await client.query({
    name: 'video-complete-assignment',
    text: `UPDATE track_assignment SET status = 'completed' WHERE id = $1 AND status = 'active'`,
    values: [assignmentId],
  })
}
