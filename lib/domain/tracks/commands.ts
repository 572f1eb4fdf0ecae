import type { ReviewedTrack, Track } from '#lib/contract/tracks/calls.ts'
import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { topUpAssignmentsJob } from '#lib/domain/assignments/jobs.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { endClaim } from '#lib/domain/review/commands.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import {
  ownTrackDecision,
  trackAlreadyDecided,
  trackIsApproved,
  trackNotApproved,
  trackNotReady,
} from './errors.ts'
import {
  presentReviewedTrack,
  presentTrack,
  type ReviewedTrackRow,
  reviewedTrackColumns,
  reviewedTrackJoins,
} from './presenter.ts'

/**
 * Deletes an own track with its file. What is or was in the pool stays: dancers were given it.
 * @throws NotFoundError for a track that is not the musician's
 * @throws RuleError track_approved (409)
 */
export async function deleteTrack(trackId: string, musician: Actor): Promise<void> {
  await transaction(async (tx) => {
    const track = await lockOwnTrack(tx, trackId, musician.id)
    if (track.status === 'approved' || track.status === 'retired') throw trackIsApproved()
    await rows(tx.client, 'DELETE FROM track WHERE id = $1', [trackId])
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: track.objectKey }] })
  })
}

/**
 * Takes an own approved track out of the pool: nobody is given it from now on, what was danced to it stays. Retired
 * already, it is answered as it is.
 * @throws NotFoundError for a track that is not the musician's
 * @throws RuleError track_not_approved (409)
 */
export async function retireTrack(trackId: string, musician: Actor): Promise<Track> {
  const retired = await transaction(async (tx) => {
    const track = await lockOwnTrack(tx, trackId, musician.id)
    if (track.status === 'retired') return track
    if (track.status !== 'approved') throw trackNotApproved()
    const retiredAt = now()
    await rows(tx.client, `UPDATE track SET status = 'retired', retired_at = $2 WHERE id = $1`, [
      trackId,
      retiredAt,
    ])
    return { ...track, status: 'retired' as const, retiredAt }
  })
  return presentTrack(retired)
}

export type TrackDecision = {
  trackId: string
  status: 'approved' | 'rejected'
  /** For the musician; never empty where it is rejected. */
  comments: string
  officer: Actor
  /** The network address it came from. */
  address: string
}

/**
 * Decides about a track, once. An approval without a comment gets the documented one (spec 2, section 4).
 * @throws NotFoundError
 * @throws RuleError already_decided, track_processing, claimed (409), own_track (403)
 */
export async function reviewTrack(decision: TrackDecision): Promise<ReviewedTrack> {
  const { trackId, status, officer } = decision
  const comments = decision.comments || (status === 'approved' ? TRACK_APPROVED_COMMENT : '')
  const decided = await transaction(async (tx) => {
    const track = await lockTrack(tx, trackId)
    if (!track) throw new NotFoundError()
    if (track.musicianId === officer.id) throw ownTrackDecision()
    if (track.status === 'processing') throw trackNotReady()
    if (track.status !== 'pending') throw trackAlreadyDecided()
    await endClaim(tx, { type: 'track', id: trackId }, officer)
    const reviewedAt = now()
    await rows(
      tx.client,
      `UPDATE track SET status = $2::track_status, review_comments = $3, reviewed_at = $4, reviewed_by = $5
       WHERE id = $1`,
      [trackId, status, comments, reviewedAt, officer.id],
    )
    await recordAudit(tx, {
      actor: officer,
      action: `track.${status}`,
      subject: { type: 'track', id: trackId },
      before: { status: track.status },
      after: { status, review_comments: comments },
      address: decision.address,
    })
    await tellDecision(tx, track, decision)
    return { ...track, status, reviewComments: comments, reviewedAt, reviewer: officer.username }
  })
  return presentReviewedTrack(decided, null)
}

async function tellDecision(tx: Tx, track: ReviewedTrackRow, decision: TrackDecision): Promise<void> {
  const { title, musicianId: userId } = track
  if (decision.status === 'approved') {
    // The pool has grown: somebody may have fewer tracks than they paid for.
    await enqueue(tx, topUpAssignmentsJob, {})
    await sendMail(tx, { userId, template: 'track_approved', data: { title } })
  } else {
    await sendMail(tx, { userId, template: 'track_rejected', data: { title, comments: decision.comments } })
  }
}

async function lockOwnTrack(tx: Tx, trackId: string, musicianId: string): Promise<ReviewedTrackRow> {
  const track = await lockTrack(tx, trackId)
  if (track?.musicianId !== musicianId) throw new NotFoundError()
  return track
}

/** Locked until the transaction ends: of two who decide at once the second sees what the first did. */
function lockTrack(tx: Tx, trackId: string): Promise<ReviewedTrackRow | undefined> {
  return firstRow<ReviewedTrackRow>(tx.client, {
    name: 'track-lock',
    text: `SELECT ${reviewedTrackColumns} FROM track t ${reviewedTrackJoins} WHERE t.id = $1 FOR UPDATE OF t`,
    values: [trackId],
  })
}
