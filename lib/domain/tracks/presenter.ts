import type { Claim } from '#lib/contract/review/claims.ts'
import type { ReviewedTrack, Track, TrackStatus } from '#lib/contract/tracks/calls.ts'
import { signGet } from '#lib/core/storage.ts'

/** Seconds: longer than a page stays open without asking again. */
const LINK_SECONDS = 60 * 60

export type TrackRow = {
  id: string
  musicianId: string
  title: string
  artist: string
  genre: string
  description: string
  tags: string[]
  status: TrackStatus
  objectKey: string
  fileSize: number
  durationSeconds: number | null
  reviewComments: string
  createdAt: Date
  reviewedAt: Date | null
  retiredAt: Date | null
}

/** Columns of TrackRow over `track t`. */
export const trackColumns = `t.id, t.musician_id AS "musicianId", t.title, t.artist, t.genre, t.description, t.tags,
  t.status::text AS status, t.object_key AS "objectKey", t.file_size AS "fileSize",
  t.duration_seconds AS "durationSeconds", t.review_comments AS "reviewComments", t.created_at AS "createdAt",
  t.reviewed_at AS "reviewedAt", t.retired_at AS "retiredAt"`

/** A row as the API tells it to its musician and to officers. */
export async function presentTrack(row: TrackRow): Promise<Track> {
  return {
    id: row.id,
    title: row.title,
    artist: row.artist,
    genre: row.genre,
    description: row.description,
    tags: row.tags,
    status: row.status,
    duration: row.durationSeconds,
    file_path: row.objectKey,
    file_size: row.fileSize,
    audio_file_url: await linkTo(row),
    review_comments: row.reviewComments,
    created_at: row.createdAt.toISOString(),
    upload_date: row.createdAt.toISOString(),
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    retired_at: row.retiredAt?.toISOString() ?? null,
  }
}

/** What was never read as an MP3 is not offered to ears. */
async function linkTo(row: TrackRow): Promise<string | null> {
  if (row.durationSeconds === null) return null
  return signGet({ bucket: 'media', key: row.objectKey }, LINK_SECONDS)
}

export type ReviewedTrackRow = TrackRow & { username: string; displayName: string; reviewer: string | null }

/** Columns of ReviewedTrackRow, joined as in `reviewedTrackJoins`. */
export const reviewedTrackColumns = `${trackColumns}, u.username,
  coalesce(nullif(p.display_name, ''), u.username) AS "displayName", r.username AS reviewer`

export const reviewedTrackJoins = `JOIN app_user u ON u.id = t.musician_id LEFT JOIN profile p ON p.user_id = t.musician_id
  LEFT JOIN app_user r ON r.id = t.reviewed_by`

/** A row as officers see it. */
export async function presentReviewedTrack(
  row: ReviewedTrackRow,
  claim: Claim | null,
): Promise<ReviewedTrack> {
  const musician = { id: row.musicianId, username: row.username, display_name: row.displayName }
  return { ...(await presentTrack(row)), musician, reviewed_by: row.reviewer, claim }
}
