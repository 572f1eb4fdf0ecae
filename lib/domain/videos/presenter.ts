import type { Video } from '#lib/contract/videos/calls.ts'
import { displayAvatar, displayTitle, isOfficer, type Viewer } from './policy.ts'
import type { Ranks } from './standings.ts'

/** A video with whom and what it belongs to, as the queries read it. */
export type VideoRow = {
  id: string
  kind: Video['kind']
  title: string
  description: string
  youtubeUrl: string | null
  youtubeVideoId: string | null
  videoFileUrl: string | null
  thumbnailUrl: string | null
  durationSeconds: number | null
  status: Video['status']
  voteCode: string
  voteCount: number
  viewCount: number
  commentCount: number
  uploadDate: Date
  approvedDate: Date | null
  reviewedAt: Date | null
  rejectionReason: string
  reviewer: string | null
  dancerId: string
  username: string
  fullName: string
  displayName: string
  location: string
  avatarUrl: string | null
  trackId: string
  trackTitle: string
  trackArtist: string
  trackGenre: string
  challengeId: string
  challengeTitle: string
  challengePhase: Video['challenge']['phase']
}

/** Columns of VideoRow over `video v` joined as in `videoJoins`. */
export const videoColumns = `v.id, v.kind, v.title, v.description, v.youtube_url AS "youtubeUrl",
  v.youtube_video_id AS "youtubeVideoId", v.video_file_url AS "videoFileUrl", v.thumbnail_url AS "thumbnailUrl",
  v.duration_seconds AS "durationSeconds", v.status, v.vote_code AS "voteCode", v.vote_count AS "voteCount",
  v.view_count AS "viewCount", v.comment_count AS "commentCount", v.upload_date AS "uploadDate",
  v.approved_date AS "approvedDate", v.reviewed_at AS "reviewedAt", v.rejection_reason AS "rejectionReason",
  r.username AS reviewer, v.dancer_id AS "dancerId", u.username,
  trim(u.first_name || ' ' || u.last_name) AS "fullName", coalesce(p.display_name, '') AS "displayName",
  coalesce(p.location, '') AS location, p.avatar_url AS "avatarUrl", v.track_id AS "trackId",
  t.title AS "trackTitle", t.artist AS "trackArtist", t.genre AS "trackGenre", v.challenge_id AS "challengeId",
  c.title AS "challengeTitle", c.phase AS "challengePhase"`

export const videoJoins = `JOIN app_user u ON u.id = v.dancer_id JOIN track t ON t.id = v.track_id
  JOIN challenge c ON c.id = v.challenge_id LEFT JOIN profile p ON p.user_id = v.dancer_id
  LEFT JOIN app_user r ON r.id = v.reviewed_by`

/** A row as the API tells it. Who reviewed it is between officers. */
export function presentVideo(row: VideoRow, viewer: Viewer, ranks: Ranks): Video {
  return {
    id: row.id,
    kind: row.kind,
    title: displayTitle(row.title, row.trackTitle, row.username),
    description: row.description,
    username: row.username || 'Unknown',
    avatar: displayAvatar(row.avatarUrl, row.kind),
    dancer: {
      id: row.dancerId,
      username: row.username,
      display_name: row.displayName || row.fullName || row.username,
      location: row.location,
    },
    track: { id: row.trackId, title: row.trackTitle, artist: row.trackArtist, genre: row.trackGenre },
    challenge: { id: row.challengeId, title: row.challengeTitle, phase: row.challengePhase },
    youtube_url: row.youtubeUrl,
    youtube_video_id: row.youtubeVideoId,
    video_file_url: row.videoFileUrl,
    thumbnail_url: row.thumbnailUrl,
    duration_seconds: row.durationSeconds,
    status: row.status,
    vote_count: row.voteCount,
    view_count: row.viewCount,
    comment_count: row.commentCount,
    rank: ranks.get(row.id) ?? null,
    vote_code: row.voteCode,
    upload_date: row.uploadDate.toISOString(),
    approved_date: row.approvedDate?.toISOString() ?? null,
    reviewed_by: isOfficer(viewer) ? row.reviewer : null,
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    rejection_reason: row.rejectionReason,
  }
}
