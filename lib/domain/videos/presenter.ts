import type { InferResult, Selectable, SelectQueryBuilder } from 'kysely'
import type { Video } from '#lib/contract/videos/calls.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { displayAvatar, displayTitle, isOfficer, type Viewer } from './policy.ts'
import type { Ranks } from './standings.ts'

/** A query of whole videos, as `v`. */
export type VideosQuery = SelectQueryBuilder<DB & { v: DB['video'] }, 'v', Selectable<DB['video']>>

/**
 * Adds to videos who and what they belong to. The given query picks the rows. They are joined afterwards, so that a page costs
 * as many look-ups as it has rows.
 */
export function withRelated(picked: VideosQuery) {
  return kysely(db())
    .selectFrom(picked.as('v'))
    .innerJoin('app_user as u', 'u.id', 'v.dancer_id')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .leftJoin('profile as p', 'p.user_id', 'v.dancer_id')
    .leftJoin('app_user as r', 'r.id', 'v.reviewed_by')
    .select(['v.id', 'v.kind', 'v.title', 'v.description', 'v.youtube_url', 'v.youtube_video_id'])
    .select(['v.video_file_url', 'v.thumbnail_url', 'v.duration_seconds', 'v.status', 'v.vote_code'])
    .select(['v.vote_count', 'v.view_count', 'v.comment_count', 'v.upload_date', 'v.approved_date'])
    .select(['v.reviewed_at', 'v.rejection_reason', 'v.dancer_id', 'v.track_id', 'v.challenge_id'])
    .select(['u.username', 'u.first_name', 'u.last_name', 'p.display_name', 'p.location', 'p.avatar_url'])
    .select(['t.title as track_title', 't.artist', 't.genre', 'c.title as challenge_title', 'c.phase'])
    .select('r.username as reviewer')
}

export type VideoRow = InferResult<ReturnType<typeof withRelated>>[number]

/** Presents a video for the API. Only officers see who reviewed it. */
export function presentVideo(row: VideoRow, viewer: Viewer, ranks: Ranks): Video {
  const { username, track_title } = row
  return {
    id: row.id,
    kind: row.kind,
    title: displayTitle(row.title, track_title, username),
    description: row.description,
    username: username || 'Unknown',
    avatar: displayAvatar(row.avatar_url, row.kind),
    dancer: {
      id: row.dancer_id,
      username,
      display_name: row.display_name || `${row.first_name} ${row.last_name}`.trim() || username,
      location: row.location ?? '',
    },
    track: { id: row.track_id, title: track_title, artist: row.artist, genre: row.genre },
    challenge: { id: row.challenge_id, title: row.challenge_title, phase: row.phase },
    youtube_url: row.youtube_url,
    youtube_video_id: row.youtube_video_id,
    video_file_url: row.video_file_url,
    thumbnail_url: row.thumbnail_url,
    duration_seconds: row.duration_seconds,
    status: row.status,
    vote_count: row.vote_count,
    view_count: row.view_count,
    comment_count: row.comment_count,
    rank: ranks.places.get(row.id) ?? null,
    counted_video_id: countedInstead(row, username, ranks),
    vote_code: row.vote_code,
    paybill_number: env.MPESA_SHORTCODE,
    upload_date: row.upload_date.toISOString(),
    approved_date: row.approved_date?.toISOString() ?? null,
    reviewed_by: isOfficer(viewer) ? row.reviewer : null,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    // In English: rows are cached for readers of every language.
    rejection_reason: String(storedSentence(row.rejection_reason)),
  }
}

/** The entry of the same dancer that the leaderboard counts instead of this one, or null. */
function countedInstead(row: VideoRow, username: string, ranks: Ranks): string | null {
  if (row.kind !== 'entry' || row.status !== 'approved' || row.challenge_id !== ranks.challengeId) return null
  const counted = ranks.counted.get(username)
  return counted === undefined || counted === row.id ? null : counted
}
