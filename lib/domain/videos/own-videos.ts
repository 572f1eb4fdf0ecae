import type { InferResult } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import type { GivenDancerAssignment } from '#lib/contract/videos/submissions.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { presentVideo, withRelated } from './presenter.ts'
import { type Ranks, readRanks } from './standings.ts'

/** More than a dancer has in years: three a month, plus rejected ones. */
const MOST_OWN_VIDEOS = 500

/** In any status, newest first. @param ranksNow web passes cached ranks */
export async function listOwnVideos(
  owner: Actor,
  ranksNow: () => Promise<Ranks> = () => readRanks(),
): Promise<{ results: Video[] }> {
  const own = kysely(db())
    .selectFrom('video as v')
    .selectAll('v')
    .where('v.dancerId', '=', owner.id)
    .orderBy('v.uploadDate', 'desc')
    .orderBy('v.id', 'desc')
    .limit(MOST_OWN_VIDEOS)
  const [found, ranks] = await Promise.all([
    withRelated(own).orderBy('v.uploadDate', 'desc').orderBy('v.id', 'desc').execute(),
    ranksNow(),
  ])
  return { results: found.map((row) => presentVideo(row, owner, ranks)) }
}

export type OwnAssignments = {
  assignments: GivenDancerAssignment[]
  submissions_end_at: string | null
  can_submit: boolean
}

/** Of the current challenge, oldest first, each with its video. */
export async function listOwnAssignments(dancer: Actor): Promise<OwnAssignments> {
  const challenge = await findCurrentChallenge()
  if (!challenge) return { assignments: [], submissions_end_at: null, can_submit: false }
  const [found, isAllowed] = await Promise.all([
    assignmentsOf(dancer.id, challenge.id).execute(),
    maySubmit(dancer.id, challenge.id),
  ])
  return {
    assignments: found.map(presentAssignment),
    submissions_end_at: challenge.submissionsEndAt.toISOString(),
    can_submit: isAllowed && submissionsAreOpen(challenge, now()),
  }
}

/** Selects assignments, each with its newest video that is not rejected, else the newest rejected one. */
function assignmentsOf(dancerId: string, challengeId: string) {
  return kysely(db())
    .selectFrom('trackAssignment as a')
    .innerJoin('track as t', 't.id', 'a.trackId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('video')
          .selectAll('video')
          .whereRef('assignmentId', '=', 'a.id')
          .orderBy((one) => one('video.status', '=', 'rejected'))
          .orderBy('uploadDate', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.assignedAt', 't.id as trackId', 't.title as trackTitle', 't.artist', 't.genre'])
    .select(['t.durationSeconds', 't.objectKey', 'v.id as videoId', 'v.title as videoTitle'])
    .select(['v.youtubeUrl', 'v.thumbnailUrl', 'v.status', 'v.rejectionReason'])
    .where('a.dancerId', '=', dancerId)
    .where('a.challengeId', '=', challengeId)
    .where('a.status', '<>', 'cancelled')
    .orderBy('a.assignedAt')
    .orderBy('a.id')
}

async function maySubmit(dancerId: string, challengeId: string): Promise<boolean> {
  const found = await kysely(db())
    .selectFrom('subscription as s')
    .innerJoin('profile as p', 'p.userId', 's.dancerId')
    .select('s.id')
    .where('s.dancerId', '=', dancerId)
    .where('s.challengeId', '=', challengeId)
    .where('s.status', '=', 'paid')
    .where('p.kycStatus', '=', 'approved')
    .executeTakeFirst()
  return found !== undefined
}

type AssignmentRow = InferResult<ReturnType<typeof assignmentsOf>>[number]

function presentAssignment(row: AssignmentRow): GivenDancerAssignment {
  const isSubmitted = row.status !== null && row.status !== 'rejected'
  return {
    id: row.id,
    track_details: {
      id: row.trackId,
      title: row.trackTitle,
      artist: row.artist,
      genre: row.genre,
      duration_seconds: row.durationSeconds,
      audio_file_url: `/media/${row.objectKey}`,
    },
    assigned_at: row.assignedAt.toISOString(),
    youtube_url: row.youtubeUrl,
    video_title: row.videoTitle ?? '',
    video_uploaded: isSubmitted,
    submitted: isSubmitted,
    has_submitted: isSubmitted,
    video_submitted: isSubmitted,
    video_id: row.videoId,
    video_status: row.status,
    rejection_reason: row.status === 'rejected' ? storedSentence(row.rejectionReason ?? '') : '',
    thumbnail_url: row.thumbnailUrl,
  }
}
