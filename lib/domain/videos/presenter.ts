import type { InferResult, Selectable, SelectQueryBuilder } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { displayAvatar, displayTitle, isOfficer, type Viewer } from './policy.ts'
import type { Ranks } from './standings.ts'

/** All columns of videos, as `v`. */
export type VideosQuery = SelectQueryBuilder<DB & { v: DB['video'] }, 'v', Selectable<DB['video']>>

/** Joins related rows after `picked` has chosen the videos: each related table costs one lookup per video. */
export function withRelated(picked: VideosQuery) {
  return kysely(db())
    .selectFrom(picked.as('v'))
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .leftJoin('profile as p', 'p.userId', 'v.dancerId')
    .leftJoin('appUser as r', 'r.id', 'v.reviewedBy')
    .select(['v.id', 'v.kind', 'v.title', 'v.description', 'v.youtubeUrl', 'v.youtubeVideoId'])
    .select(['v.videoFileUrl', 'v.thumbnailUrl', 'v.durationSeconds', 'v.status', 'v.voteCode'])
    .select(['v.voteCount', 'v.viewCount', 'v.commentCount', 'v.uploadDate', 'v.approvedDate'])
    .select(['v.reviewedAt', 'v.rejectionReason', 'v.dancerId', 'v.trackId', 'v.challengeId'])
    .select(['u.username', 'u.firstName', 'u.lastName', 'p.displayName', 'p.location', 'p.avatarUrl'])
    .select(['t.title as trackTitle', 't.artist', 't.genre', 'c.title as challengeTitle', 'c.phase'])
    .select('r.username as reviewer')
}

export type VideoRow = InferResult<ReturnType<typeof withRelated>>[number]

export function presentVideo(row: VideoRow, viewer: Viewer, ranks: Ranks): Video {
  const { username, trackTitle } = row
  return {
    id: row.id,
    kind: row.kind,
    title: displayTitle(row.title, trackTitle, username),
    description: row.description,
    username: username || 'Unknown',
    avatar: displayAvatar(row.avatarUrl, row.kind),
    dancer: {
      id: row.dancerId,
      username,
      display_name: row.displayName || `${row.firstName} ${row.lastName}`.trim() || username,
      location: row.location ?? '',
    },
    track: { id: row.trackId, title: trackTitle, artist: row.artist, genre: row.genre },
    challenge: { id: row.challengeId, title: row.challengeTitle, phase: row.phase },
    youtube_url: row.youtubeUrl,
    youtube_video_id: row.youtubeVideoId,
    video_file_url: row.videoFileUrl,
    thumbnail_url: row.thumbnailUrl,
    duration_seconds: row.durationSeconds,
    status: row.status,
    vote_count: row.voteCount,
    view_count: row.viewCount,
    comment_count: row.commentCount,
    rank: ranks.places.get(row.id) ?? null,
    counted_video_id: countedInstead(row, username, ranks),
    vote_code: row.voteCode,
    paybill_number: env.MPESA_SHORTCODE,
    upload_date: row.uploadDate.toISOString(),
    approved_date: row.approvedDate?.toISOString() ?? null,
    reviewed_by: isOfficer(viewer) ? row.reviewer : null,
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    // In English: presented videos are cached for readers of every language.
    rejection_reason: String(storedSentence(row.rejectionReason)),
  }
}

/** Id of the dancer's other entry if the leaderboard counts that one, else null. */
function countedInstead(row: VideoRow, username: string, ranks: Ranks): string | null {
  if (row.kind !== 'entry' || row.status !== 'approved' || row.challengeId !== ranks.challengeId) return null
  const counted = ranks.counted.get(username)
  return counted === undefined || counted === row.id ? null : counted
}
