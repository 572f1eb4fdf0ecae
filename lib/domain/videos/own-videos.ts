import type { InferResult } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import type { GivenDancerAssignment } from '#lib/contract/videos/submissions.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { presentVideo, withRelated } from './presenter.ts'
import { type Ranks, readRanks } from './standings.ts'

/** More than anybody dances in years: three a month, and what was rejected. */
const MOST_OWN_VIDEOS = 500

/**
 * Lists all videos of the owner, newest first, whatever their status.
 * @param ranksNow web keeps them in memory
 */
export async function listOwnVideos(
  owner: Actor,
  ranksNow: () => Promise<Ranks> = () => readRanks(),
): Promise<{ results: Video[] }> {
  const own = kysely(db())
    .selectFrom('video as v')
    .selectAll('v')
    .where('v.dancer_id', '=', owner.id)
    .orderBy('v.upload_date', 'desc')
    .orderBy('v.id', 'desc')
    .limit(MOST_OWN_VIDEOS)
  const [found, ranks] = await Promise.all([
    withRelated(own).orderBy('v.upload_date', 'desc').orderBy('v.id', 'desc').execute(),
    ranksNow(),
  ])
  return { results: found.map((row) => presentVideo(row, owner, ranks)) }
}

export type OwnAssignments = {
  assignments: GivenDancerAssignment[]
  submissions_end_at: string | null
  can_submit: boolean
}

/** Lists the dancer's tracks of the current challenge in the order they were assigned, with the video of each. */
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

/** Selects assignments, each with the newest video that was not rejected, or else with the newest rejected one. */
function assignmentsOf(dancerId: string, challengeId: string) {
  return kysely(db())
    .selectFrom('track_assignment as a')
    .innerJoin('track as t', 't.id', 'a.track_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('video')
          .selectAll('video')
          .whereRef('assignment_id', '=', 'a.id')
          .orderBy((one) => one('video.status', '=', 'rejected'))
          .orderBy('upload_date', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['a.id', 'a.assigned_at', 't.id as track_id', 't.title as track_title', 't.artist', 't.genre'])
    .select(['t.duration_seconds', 't.object_key', 'v.id as video_id', 'v.title as video_title'])
    .select(['v.youtube_url', 'v.thumbnail_url', 'v.status', 'v.rejection_reason'])
    .where('a.dancer_id', '=', dancerId)
    .where('a.challenge_id', '=', challengeId)
    .where('a.status', '<>', 'cancelled')
    .orderBy('a.assigned_at')
    .orderBy('a.id')
}

/** Says whether the dancer's identity is approved and the challenge paid for. */
async function maySubmit(dancerId: string, challengeId: string): Promise<boolean> {
  const found = await prisma().subscription.findFirst({
    where: { dancerId, challengeId, status: 'paid', dancer: { profile: { kycStatus: 'approved' } } },
    select: { id: true },
  })
  return found !== null
}

type AssignmentRow = InferResult<ReturnType<typeof assignmentsOf>>[number]

function presentAssignment(row: AssignmentRow): GivenDancerAssignment {
  const isSubmitted = row.status !== null && row.status !== 'rejected'
  return {
    id: row.id,
    track_details: {
      id: row.track_id,
      title: row.track_title,
      artist: row.artist,
      genre: row.genre,
      duration_seconds: row.duration_seconds,
      audio_file_url: `/media/${row.object_key}`,
    },
    assigned_at: row.assigned_at.toISOString(),
    youtube_url: row.youtube_url,
    video_title: row.video_title ?? '',
    video_uploaded: isSubmitted,
    submitted: isSubmitted,
    has_submitted: isSubmitted,
    video_submitted: isSubmitted,
    video_id: row.video_id,
    video_status: row.status,
    rejection_reason: row.status === 'rejected' ? storedSentence(row.rejection_reason ?? '') : '',
    thumbnail_url: row.thumbnail_url,
  }
}
