import {
  KYC_REQUIRED,
  SUBSCRIBE_FIRST,
  TRACK_AND_URL_MISSING,
  YOUTUBE_URL_MISSING,
} from '#lib/contract/videos/submissions.ts'
import { youtubeIdOf, youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, violatedConstraint } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { type Challenge, requireCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { fetchMetadataJob } from './jobs.ts'

/** What the contract lets through: an empty field is told in the words of the role. */
export type Submission = { trackId: string; youtubeUrl: string; title: string; description: string }

type Draft = Submission & {
  youtubeId: string
  ownerId: string
  challengeId: string
  kind: 'entry' | 'official'
  assignmentId: string | null
}

/** Letters of the code by which a video is voted for on a feature phone. */
const VOTE_CODE_LENGTH = 6

/**
 * Takes a video: of a dancer for an assigned track, or of a musician for a track of their own. It waits for review, and
 * the worker asks YouTube about it.
 * @throws ValidationError for a missing field or an address that is none of YouTube's (spec 1, section 5)
 * @throws RuleError kyc_required, not_subscribed, submissions_closed, track_not_assigned, track_not_yours,
 *   track_not_approved, already_submitted, youtube_video_taken, no_challenge
 */
export async function submitVideo(
  submission: Submission,
  owner: Actor,
): Promise<{ video_id: string; status: 'pending_review' }> {
  const youtubeId = owner.role === 'dancer' ? readDancersUrl(submission) : readMusiciansForm(submission)
  const challenge = await requireCurrentChallenge()
  const draft = { ...submission, youtubeId, ownerId: owner.id, challengeId: challenge.id }
  try {
    const id = await transaction(async (tx) =>
      owner.role === 'dancer'
        ? insertVideo(tx, {
            ...draft,
            kind: 'entry',
            assignmentId: await openAssignment(tx, draft, challenge),
          })
        : insertVideo(tx, { ...draft, kind: 'official', assignmentId: await ownTrack(tx, draft) }),
    )
    return { video_id: id, status: 'pending_review' }
  } catch (error) {
    // Two tabs at once: the database knows one live video for each assignment.
    if (violatedConstraint(error) === 'video_live_assignment_key') throw alreadySubmitted()
    throw error
  }
}

function readDancersUrl({ trackId, youtubeUrl }: Submission): string {
  const youtubeId = youtubeIdOf(youtubeUrl)
  if (!youtubeId) throw new ValidationError({ youtube_url: [YOUTUBE_URL_MISSING] })
  if (!trackId) throw new ValidationError({ track_id: ['This field is required.'] })
  return youtubeId
}

function readMusiciansForm({ trackId, youtubeUrl }: Submission): string {
  const missing = Object.entries({ track_id: trackId, youtube_url: youtubeUrl }).filter(([, given]) => !given)
  if (missing.length > 0)
    throw new ValidationError(Object.fromEntries(missing.map(([field]) => [field, [TRACK_AND_URL_MISSING]])))
  const youtubeId = youtubeIdOf(youtubeUrl)
  if (!youtubeId) throw new ValidationError({ youtube_url: [YOUTUBE_URL_MISSING] })
  return youtubeId
}

/** The dancer's assignment of the track, where everything before it is in order. */
async function openAssignment(
  { client }: Tx,
  draft: { ownerId: string; trackId: string },
  challenge: Challenge,
): Promise<string> {
  const found = await firstRow<{
    kyc: string | null
    subscribed: boolean
    assignmentId: string | null
    live: boolean
  }>(client, {
    name: 'video-submission-gates',
    text: `SELECT p.kyc_status AS kyc, coalesce(s.status = 'paid', false) AS subscribed, a.id AS "assignmentId",
        EXISTS (SELECT FROM video v WHERE v.assignment_id = a.id AND v.status <> 'rejected') AS live
      FROM app_user u LEFT JOIN profile p ON p.user_id = u.id
      LEFT JOIN subscription s ON s.dancer_id = u.id AND s.challenge_id = $2
      LEFT JOIN track_assignment a ON a.dancer_id = u.id AND a.challenge_id = $2 AND a.track_id = $3
        AND a.status <> 'cancelled'
      WHERE u.id = $1`,
    values: [draft.ownerId, challenge.id, draft.trackId],
  })
  if (found?.kyc !== 'approved') throw new RuleError('kyc_required', 'KYC approval is required.', 403)
  if (!found.subscribed) throw new RuleError('not_subscribed', SUBSCRIBE_FIRST, 403)
  if (!found.assignmentId)
    throw new RuleError(
      'track_not_assigned',
      'This track is not assigned to you in the current challenge.',
      403,
    )
  if (found.live) throw alreadySubmitted()
  if (!submissionsAreOpen(challenge, now()))
    throw new RuleError('submissions_closed', 'Submissions for this challenge are closed.', 409)
  return found.assignmentId
}

/** Official videos have no assignment; the track has to be the musician's, and approved. */
async function ownTrack({ client }: Tx, draft: { ownerId: string; trackId: string }): Promise<null> {
  const found = await firstRow<{ kyc: string | null; track: string | null }>(client, {
    name: 'video-official-gates',
    text: `SELECT p.kyc_status AS kyc, t.status AS track FROM app_user u LEFT JOIN profile p ON p.user_id = u.id
      LEFT JOIN track t ON t.id = $2 AND t.musician_id = u.id WHERE u.id = $1`,
    values: [draft.ownerId, draft.trackId],
  })
  if (found?.kyc !== 'approved') throw new RuleError('kyc_required', KYC_REQUIRED, 403)
  if (!found.track)
    throw new RuleError('track_not_yours', 'You can only submit videos for your own tracks.', 403)
  if (found.track !== 'approved')
    throw new RuleError('track_not_approved', 'Only an approved track can have a video.', 409)
  return null
}

async function insertVideo(tx: Tx, draft: Draft): Promise<string> {
  await holdYoutubeVideo(tx, draft)
  const id = newId()
  // A code that is taken is drawn again; of a billion codes that is rare.
  while (!(await insertWithCode(tx, id, draft, newSpokenCode(VOTE_CODE_LENGTH))));
  await enqueue(tx, fetchMetadataJob, { videoId: id, tries: 0 })
  return id
}

/** Two submissions of one YouTube video at once wait for each other; the second one finds the first. */
async function holdYoutubeVideo({ client }: Tx, { challengeId, youtubeId }: Draft): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `youtube:${challengeId}:${youtubeId}`,
  ])
  const taken = await firstRow(client, {
    name: 'video-youtube-taken',
    text: `SELECT FROM video WHERE challenge_id = $1 AND youtube_video_id = $2 AND status <> 'rejected' LIMIT 1`,
    values: [challengeId, youtubeId],
  })
  if (taken)
    throw new RuleError(
      'youtube_video_taken',
      'This YouTube video has already been submitted to this challenge.',
      409,
    )
}

async function insertWithCode({ client }: Tx, id: string, draft: Draft, voteCode: string): Promise<boolean> {
  const inserted = await client.query({
    name: 'video-insert',
    text: `INSERT INTO video (id, kind, title, description, dancer_id, track_id, challenge_id, assignment_id,
        youtube_url, youtube_video_id, vote_code, upload_date)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (vote_code) DO NOTHING`,
    values: [
      id,
      draft.kind,
      draft.title,
      draft.description,
      draft.ownerId,
      draft.trackId,
      draft.challengeId,
      draft.assignmentId,
      youtubeWatchAddress(draft.youtubeId),
      draft.youtubeId,
      voteCode,
      now(),
    ],
  })
  return inserted.rowCount === 1
}

function alreadySubmitted(): RuleError {
  return new RuleError('already_submitted', 'You have already submitted a video for this track.', 409)
}
