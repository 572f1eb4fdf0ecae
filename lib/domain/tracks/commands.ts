import type { GivenReviewedTrack, GivenTrack } from '#lib/contract/tracks/calls.ts'
import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { assignMissingTracksJob } from '#lib/domain/assignments/jobs.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { endClaim } from '#lib/domain/review/commands.ts'
import type { Decider } from '#lib/domain/review/schema.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { requireDecidable, requireDeletable, requireRetirable } from './policy.ts'
import { readReviewedTrack, readTrack } from './queries.ts'

/**
 * Deletes a track and its file. A track that is or was in the pool cannot be deleted: dancers have it.
 * @throws NotFoundError unless the track is the musician's
 * @throws RuleError track_approved (409)
 */
export async function deleteTrack(trackId: string, musician: Actor): Promise<void> {
  await transaction(async (tx) => {
    const track = await lockOwnTrack(tx, trackId, musician.id)
    requireDeletable(track.status)
    await tx.kysely.deleteFrom('track').where('id', '=', trackId).execute()
    await enqueue(tx, deleteFilesJob, { files: [{ bucket: 'media', key: track.objectKey }] })
  })
}

/**
 * Removes an approved track from the pool: no other dancer gets it, and its videos stay. Idempotent.
 * @throws NotFoundError unless the track is the musician's
 * @throws RuleError track_not_approved (409)
 */
export async function retireTrack(trackId: string, musician: Actor): Promise<GivenTrack> {
  await transaction(async (tx) => {
    const track = await lockOwnTrack(tx, trackId, musician.id)
    requireRetirable(track.status)
    if (track.status !== 'retired')
      await tx.kysely
        .updateTable('track')
        .set({ status: 'retired', retiredAt: now() })
        .where('id', '=', trackId)
        .execute()
  })
  return readTrack(trackId)
}

export type TrackDecision = {
  trackId: string
  status: 'approved' | 'rejected'
  /** For the musician; never empty for a rejection. */
  comments: string
  officer: Decider
  /** The officer's IP address. */
  address: string
  /** When the officer decided, if the decision could first be undone and takes effect later. */
  decidedAt?: Date
}

/**
 * An approval without a comment gets TRACK_APPROVED_COMMENT.
 * @throws NotFoundError
 * @throws RuleError already_decided, track_processing, claimed (409), own_track (403)
 */
export async function reviewTrack(decision: TrackDecision): Promise<GivenReviewedTrack> {
  await transaction((tx) => decideTrack(tx, decision))
  return readReviewedTrack(decision.trackId)
}

/** Locks a track and ends the officer's claim. @throws as `reviewTrack` */
export async function checkTrackDecision(tx: Tx, { trackId, officer }: TrackDecision) {
  const track = await lockTrack(tx, trackId)
  if (!track) throw new NotFoundError()
  requireDecidable({ status: track.status, musicianId: track.musicianId }, officer.id)
  await endClaim(tx, { type: 'track', id: trackId }, officer)
  return track
}

/** Decides in the caller's transaction. @throws as `reviewTrack` */
export async function decideTrack(tx: Tx, decision: TrackDecision): Promise<void> {
  const { trackId, status, officer, decidedAt } = decision
  const comments = decision.comments || (status === 'approved' ? TRACK_APPROVED_COMMENT : '')
  const track = await checkTrackDecision(tx, decision)
  await tx.kysely
    .updateTable('track')
    .set({ status, reviewComments: comments, reviewedAt: decidedAt ?? now(), reviewedBy: officer.id })
    .where('id', '=', trackId)
    .execute()
  await recordAudit(tx, {
    actor: officer,
    action: `track.${status}`,
    subject: { type: 'track', id: trackId },
    before: { status: track.status },
    after: { status, review_comments: comments },
    address: decision.address,
  })
  await tellMusician(tx, track, decision)
}

async function tellMusician(
  tx: Tx,
  { title, musicianId: userId }: { title: string; musicianId: string },
  decision: TrackDecision,
): Promise<void> {
  const occasion = `${decision.trackId} ${decision.status}`
  if (decision.status === 'approved') {
    // The pool has grown: some dancers may lack tracks.
    await enqueue(tx, assignMissingTracksJob, {})
    await notify(tx, { userId, occasion, template: 'track_approved', data: { title } })
  } else {
    const { comments } = decision
    await notify(tx, { userId, occasion, template: 'track_rejected', data: { title, comments } })
  }
}

async function lockOwnTrack(tx: Tx, trackId: string, musicianId: string) {
  const track = await lockTrack(tx, trackId)
  if (track?.musicianId !== musicianId) throw new NotFoundError()
  return track
}

/** Locks a track until the transaction ends: the second of two concurrent decisions sees the first. */
function lockTrack(tx: Tx, trackId: string) {
  return tx.kysely
    .selectFrom('track')
    .select(['title', 'musicianId', 'status', 'objectKey'])
    .where('id', '=', trackId)
    .forUpdate()
    .executeTakeFirst()
}
