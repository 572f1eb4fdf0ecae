import type { Video } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { emit, enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import type { ChallengePhase } from '#lib/domain/challenges/policy.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { endClaim } from '#lib/domain/review/commands.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { drawStillsJob } from './jobs.ts'
import { displayTitle } from './policy.ts'
import { getVideo } from './queries.ts'

/** `address` is the officer's IP address, for the audit. */
export type Review = { videoId: string; officer: Actor; address: string }

type Locked = Awaited<ReturnType<typeof lockVideo>>

/**
 * Approves a video, which appears in feed and leaderboard at once. An entry of a closed month is refused: its
 * results and royalties are final.
 * @throws NotFoundError, RuleError already_decided, claimed, owner_inactive, month_closed (409),
 *   own_submission (403)
 */
export function approveVideo(decision: Review): Promise<Video> {
  return decide({ ...decision, status: 'approved', reason: '' })
}

/**
 * The owner gets the reason and can submit another video for the track.
 * @throws NotFoundError, RuleError already_decided, claimed (409), own_submission (403)
 */
export function rejectVideo(decision: Review & { reason: string }): Promise<Video> {
  return decide({ ...decision, status: 'rejected' })
}

/** `decidedAt` is set for a held decision: the officer decided earlier than it takes effect. */
export type VideoDecision = Omit<Review, 'officer'> & {
  officer: Decider
  status: 'approved' | 'rejected'
  reason: string
  decidedAt?: Date
}

async function decide(decision: VideoDecision & { officer: Actor }): Promise<Video> {
  await transaction((tx) => decideVideo(tx, decision))
  return getVideo(decision.videoId, decision.officer)
}

/** Locks a video and ends the officer's claim. @throws as `approveVideo` and `rejectVideo` */
export async function checkVideoDecision(tx: Tx, decision: VideoDecision): Promise<Locked> {
  const phase = await lockMonthOf(tx, decision.videoId)
  const video = await lockVideo(tx, decision.videoId)
  if (decision.officer.id === video.dancerId || decision.officer.id === video.musicianId)
    throw new RuleError('own_submission', 403)
  if (video.status !== 'pending_review') throw alreadyDecided('video')
  if (decision.status === 'approved' && !video.isActive) throw new RuleError('owner_inactive', 409)
  if (decision.status === 'approved' && video.kind === 'entry' && phase === 'closed')
    throw new RuleError('month_closed', 409)
  await endClaim(tx, { type: 'video', id: decision.videoId }, decision.officer)
  return video
}

/**
 * Decides in the caller's transaction: state, audit, notification, and an approval's consequences.
 * @throws as `checkVideoDecision`
 */
export async function decideVideo(tx: Tx, decision: VideoDecision): Promise<void> {
  const video = await checkVideoDecision(tx, decision)
  await saveDecision(tx, decision)
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
    await enqueue(tx, drawStillsJob, { videoId: decision.videoId })
  }
}

/**
 * Locks the month before its video, in the order of settlement. The month's close waits for this decision, or
 * the decision finds the month closed.
 * @throws NotFoundError
 */
async function lockMonthOf(tx: Tx, videoId: string): Promise<ChallengePhase> {
  const found = await tx.kysely
    .selectFrom('video as v')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select('c.phase')
    .where('v.id', '=', videoId)
    .forKeyShare('c')
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found.phase
}

async function lockVideo(tx: Tx, videoId: string) {
  const found = await tx.kysely
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['v.status', 'v.kind', 'v.title', 'v.dancerId', 'v.assignmentId'])
    .select(['t.title as trackTitle', 't.musicianId', 'u.username', 'u.isActive'])
    .where('v.id', '=', videoId)
    .forUpdate('v')
    .forKeyShare('u')
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

async function saveDecision(
  tx: Tx,
  { videoId, status, reason, officer, decidedAt }: VideoDecision,
): Promise<void> {
  const moment = decidedAt ?? now()
  await tx.kysely
    .updateTable('video')
    .set({
      status,
      rejectionReason: reason,
      reviewedBy: officer.id,
      reviewedAt: moment,
      approvedDate: status === 'approved' ? moment : null,
    })
    .where('id', '=', videoId)
    .execute()
}

function tellOwner(tx: Tx, { videoId, status, reason }: VideoDecision, video: Locked): Promise<void> {
  const title = displayTitle(video.title, video.trackTitle, video.username)
  const prefix = video.kind === 'official' ? 'official_' : ''
  const of = { userId: video.dancerId, occasion: `${videoId} ${status}` }
  return status === 'approved'
    ? notify(tx, { ...of, template: `${prefix}video_approved`, data: { title, video_id: videoId } })
    : notify(tx, { ...of, template: `${prefix}video_rejected`, data: { title, reason } })
}

async function completeAssignment(tx: Tx, assignmentId: string): Promise<void> {
  await tx.kysely
    .updateTable('trackAssignment')
    .set({ status: 'completed' })
    .where('id', '=', assignmentId)
    .where('status', '=', 'active')
    .execute()
}
