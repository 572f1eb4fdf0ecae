import type { Video } from '#lib/contract/videos/calls.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { type Challenge, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { presentVideo, type VideoRow, videoColumns, videoJoins } from './presenter.ts'
import { readRanks } from './standings.ts'

/** More than anybody dances in years: three a month, and what was rejected. */
const MOST_OWN_VIDEOS = 500

/** All videos of the owner, newest first, whatever their state. */
export async function listOwnVideos(owner: Actor): Promise<{ results: Video[] }> {
  const [found, ranks] = await Promise.all([
    rows<VideoRow>(db(), {
      name: 'videos-own',
      text: `SELECT ${videoColumns} FROM video v ${videoJoins} WHERE v.dancer_id = $1
        ORDER BY v.upload_date DESC, v.id DESC LIMIT $2`,
      values: [owner.id, MOST_OWN_VIDEOS],
    }),
    readRanks(),
  ])
  return { results: found.map((row) => presentVideo(row, owner, ranks)) }
}

export type OwnAssignments = {
  assignments: DancerAssignment[]
  submissions_end_at: string | null
  can_submit: boolean
}

/** The dancer's tracks of the current challenge, in the order they were given, with what was made of each. */
export async function listOwnAssignments(dancer: Actor): Promise<OwnAssignments> {
  const challenge = await findCurrentChallenge()
  if (!challenge) return { assignments: [], submissions_end_at: null, can_submit: false }
  const [found, mayDance] = await Promise.all([
    readAssignments(dancer.id, challenge.id),
    isThroughTheGates(dancer.id, challenge),
  ])
  return {
    assignments: found.map(presentAssignment),
    submissions_end_at: challenge.submissionsEndAt.toISOString(),
    can_submit: mayDance && submissionsAreOpen(challenge, now()),
  }
}

type AssignmentRow = {
  id: string
  assignedAt: Date
  trackId: string
  trackTitle: string
  artist: string
  genre: string
  durationSeconds: number | null
  objectKey: string
  videoId: string | null
  videoTitle: string | null
  youtubeUrl: string | null
  thumbnailUrl: string | null
  status: Video['status'] | null
  rejectionReason: string | null
}

function readAssignments(dancerId: string, challengeId: string): Promise<AssignmentRow[]> {
  return rows<AssignmentRow>(db(), {
    name: 'video-assignments-own',
    text: `SELECT a.id, a.assigned_at AS "assignedAt", t.id AS "trackId", t.title AS "trackTitle", t.artist, t.genre,
        t.duration_seconds AS "durationSeconds", t.object_key AS "objectKey", v.id AS "videoId",
        v.title AS "videoTitle", v.youtube_url AS "youtubeUrl", v.thumbnail_url AS "thumbnailUrl", v.status,
        v.rejection_reason AS "rejectionReason"
      FROM track_assignment a JOIN track t ON t.id = a.track_id
      LEFT JOIN LATERAL (
        SELECT * FROM video WHERE assignment_id = a.id ORDER BY status = 'rejected', upload_date DESC, id DESC LIMIT 1
      ) v ON true
      WHERE a.dancer_id = $1 AND a.challenge_id = $2 AND a.status <> 'cancelled' ORDER BY a.assigned_at, a.id`,
    values: [dancerId, challengeId],
  })
}

async function isThroughTheGates(dancerId: string, challenge: Challenge): Promise<boolean> {
  const found = await firstRow(db(), {
    name: 'video-gates-own',
    text: `SELECT FROM profile p JOIN subscription s ON s.dancer_id = p.user_id AND s.challenge_id = $2
      WHERE p.user_id = $1 AND p.kyc_status = 'approved' AND s.status = 'paid'`,
    values: [dancerId, challenge.id],
  })
  return found !== undefined
}

function presentAssignment(row: AssignmentRow): DancerAssignment {
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
    rejection_reason: row.status === 'rejected' ? (row.rejectionReason ?? '') : '',
    thumbnail_url: row.thumbnailUrl,
  }
}
