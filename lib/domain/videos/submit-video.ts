import { youtubeIdOf, youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { type Challenge, requireCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { fetchMetadataJob } from './jobs.ts'
import { newVoteCode } from './vote-code.ts'

/** The parsed form. Its fields may be empty: `submitVideo` refuses them with a message for the role. */
export type Submission = { trackId: string; youtubeUrl: string; title: string; description: string }

type Draft = Submission & {
  youtubeId: string
  ownerId: string
  challengeId: string
  kind: 'entry' | 'official'
  assignmentId: string | null
}

/**
 * Submits a dancer's video for an assigned track, or a musician's for an own track. The video waits for
 * review, and the worker reads its metadata from YouTube.
 * @throws ValidationError for a missing field, or an address that is not a YouTube video
 * @throws RuleError kyc_required, not_subscribed, submissions_closed, track_not_assigned, track_not_yours,
 *   track_not_approved, already_submitted, youtube_video_taken, no_challenge
 * @throws UnauthenticatedError if the owner's account was closed meanwhile
 */
export async function submitVideo(
  submission: Submission,
  owner: Actor,
): Promise<{ video_id: string; status: 'pending_review' }> {
  const youtubeId = owner.role === 'dancer' ? readDancersUrl(submission) : readMusiciansForm(submission)
  const challenge = await requireCurrentChallenge()
  const draft = { ...submission, youtubeId, ownerId: owner.id, challengeId: challenge.id }
  try {
    const id = await transaction(async (tx) => {
      await lockLiveAccount(tx, owner.id)
      if (owner.role === 'dancer') {
        const assignmentId = await openAssignment(tx, draft, challenge)
        return insertVideo(tx, { ...draft, kind: 'entry', assignmentId })
      }
      await requireOwnTrack(tx, draft)
      return insertVideo(tx, { ...draft, kind: 'official', assignmentId: null })
    })
    return { video_id: id, status: 'pending_review' }
  } catch (error) {
    // Two tabs may submit together: the database allows one live video per assignment.
    if (violatedConstraint(error) === 'video_live_assignment_key') throw alreadySubmitted()
    throw error
  }
}

function readDancersUrl({ trackId, youtubeUrl }: Submission): string {
  const youtubeId = youtubeIdOf(youtubeUrl)
  if (!youtubeId)
    throw new ValidationError({
      youtube_url: youtubeUrl === '' ? 'youtube_url_missing' : 'youtube_url_unknown',
    })
  if (!trackId) throw new ValidationError({ track_id: 'field.required' })
  return youtubeId
}

function readMusiciansForm({ trackId, youtubeUrl }: Submission): string {
  const missing = Object.entries({ track_id: trackId, youtube_url: youtubeUrl }).filter(([, given]) => !given)
  if (missing.length > 0)
    throw new ValidationError(
      Object.fromEntries(missing.map(([field]) => [field, 'track_and_url_missing' as const])),
    )
  const youtubeId = youtubeIdOf(youtubeUrl)
  if (!youtubeId) throw new ValidationError({ youtube_url: 'youtube_url_unknown' })
  return youtubeId
}

/** Checks a dancer's submission. @returns the id of the track's assignment */
async function openAssignment(
  tx: Tx,
  draft: { ownerId: string; trackId: string },
  challenge: Challenge,
): Promise<string> {
  const found = await tx.kysely
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .leftJoin('subscription as s', (join) =>
      join.onRef('s.dancerId', '=', 'u.id').on('s.challengeId', '=', challenge.id),
    )
    .leftJoin('trackAssignment as a', (join) =>
      join
        .onRef('a.dancerId', '=', 'u.id')
        .on('a.challengeId', '=', challenge.id)
        .on('a.trackId', '=', draft.trackId)
        .on('a.status', '<>', 'cancelled'),
    )
    .select(['p.kycStatus', 's.status as subscription', 'a.id as assignmentId'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('video as v')
            .whereRef('v.assignmentId', '=', 'a.id')
            .where('v.status', '<>', 'rejected'),
        )
        .as('isSubmitted'),
    )
    .where('u.id', '=', draft.ownerId)
    .executeTakeFirst()
  if (found?.kycStatus !== 'approved') throw new RuleError('kyc_required', 403)
  if (found.subscription !== 'paid') throw new RuleError('not_subscribed', 403)
  if (!found.assignmentId) throw new RuleError('track_not_assigned', 403)
  if (found.isSubmitted) throw alreadySubmitted()
  if (!submissionsAreOpen(challenge, now())) throw new RuleError('submissions_closed', 409)
  return found.assignmentId
}

/** The track must be approved and the musician's own. */
async function requireOwnTrack(tx: Tx, draft: { ownerId: string; trackId: string }): Promise<void> {
  const found = await tx.kysely
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .leftJoin('track as t', (join) => join.onRef('t.musicianId', '=', 'u.id').on('t.id', '=', draft.trackId))
    .select(['p.kycStatus', 't.status as track'])
    .where('u.id', '=', draft.ownerId)
    .executeTakeFirst()
  if (found?.kycStatus !== 'approved') throw new RuleError('kyc_required.track_owner', 403)
  if (!found.track) throw new RuleError('track_not_yours', 403)
  if (found.track !== 'approved') throw new RuleError('track_not_approved', 409)
}

async function insertVideo(tx: Tx, draft: Draft): Promise<string> {
  await lockYoutubeVideo(tx.client, draft.challengeId, draft.youtubeId)
  await refuseTaken(tx, draft)
  const id = newId()
  // There are a billion codes; if a code is taken, the loop draws another.
  while (!(await insertWithCode(tx, id, draft, newVoteCode())));
  await enqueue(tx, fetchMetadataJob, { videoId: id, tries: 0 })
  return id
}

/** Serializes submissions of one YouTube video to a month until the transaction ends. */
export async function lockYoutubeVideo(on: Queryable, challengeId: string, youtubeId: string): Promise<void> {
  await lockName(on, `youtube:${challengeId}:${youtubeId}`)
}

/** The caller holds `lockYoutubeVideo`. @throws RuleError youtube_video_taken (409) */
async function refuseTaken(tx: Tx, { challengeId, youtubeId }: Draft): Promise<void> {
  const taken = await tx.kysely
    .selectFrom('video')
    .select('id')
    .where('challengeId', '=', challengeId)
    .where('youtubeVideoId', '=', youtubeId)
    .where('status', '<>', 'rejected')
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new RuleError('youtube_video_taken', 409)
}

/** @returns false if another video has the code */
async function insertWithCode(tx: Tx, id: string, draft: Draft, voteCode: string): Promise<boolean> {
  const inserted = await tx.kysely
    .insertInto('video')
    .values({
      id,
      kind: draft.kind,
      title: draft.title,
      description: draft.description,
      dancerId: draft.ownerId,
      trackId: draft.trackId,
      challengeId: draft.challengeId,
      assignmentId: draft.assignmentId,
      youtubeUrl: youtubeWatchAddress(draft.youtubeId),
      youtubeVideoId: draft.youtubeId,
      voteCode,
      uploadDate: now(),
    })
    .onConflict((conflict) => conflict.column('voteCode').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

function alreadySubmitted(): RuleError {
  return new RuleError('already_submitted', 409)
}
