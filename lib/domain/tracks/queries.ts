import type {
  DancerVideo,
  DancerVideoPage,
  MusicianAssignment,
  MusicianAssignmentPage,
  MyTracks,
  PendingTracksPage,
  PendingTracksQuery,
} from '#lib/contract/tracks/calls.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import {
  presentReviewedTrack,
  presentTrack,
  type ReviewedTrackRow,
  reviewedTrackColumns,
  reviewedTrackJoins,
  type TrackRow,
  trackColumns,
} from './presenter.ts'

type Place = { page: number; page_size: number }

/** Statuses that hold one of a musician's places (design/api.md, Tracks). */
export const HOLDING = ['processing', 'pending', 'approved'] as const

/** All tracks of a musician, newest first, and what they need to know before they upload another. */
export async function listMyTracks(musicianId: string): Promise<MyTracks> {
  const [{ tracks_per_musician }, found, kyc] = await Promise.all([
    readSettings(),
    rows<TrackRow>(db(), {
      name: 'tracks-of-musician',
      text: `SELECT ${trackColumns} FROM track t WHERE t.musician_id = $1 ORDER BY t.created_at DESC, t.id DESC`,
      values: [musicianId],
    }),
    readKycStatus(db(), musicianId),
  ])
  return {
    results: await Promise.all(found.map(presentTrack)),
    kyc_status: kyc,
    limit: tracks_per_musician,
    used: found.filter(({ status }) => HOLDING.some((one) => one === status)).length,
  }
}

/** The state of somebody's identity check. */
export async function readKycStatus(on: Queryable, userId: string): Promise<MyTracks['kyc_status']> {
  const row = await firstRow<{ status: MyTracks['kyc_status'] }>(on, {
    name: 'kyc-status',
    text: 'SELECT kyc_status::text AS status FROM profile WHERE user_id = $1',
    values: [userId],
  })
  return row?.status ?? 'not_submitted'
}

type AssignmentRow = Omit<MusicianAssignment, 'assigned_date'> & { assignedAt: Date }

/** Who was given a musician's tracks, newest first. @throws NotFoundError 'Invalid page.' past the end */
export async function listTrackAssignments(
  musicianId: string,
  place: Place,
): Promise<MusicianAssignmentPage> {
  const from = 'FROM track_assignment a JOIN track t ON t.id = a.track_id WHERE t.musician_id = $1'
  const count = await countOf('assignments', from, [musicianId])
  const { limit, offset } = rowsOfPage(count, place.page, place.page_size)
  const found = await rows<AssignmentRow>(db(), {
    name: 'track-assignments-page',
    text: `SELECT a.id, a.track_id, a.title AS track_name, a.status::text AS status, a.assigned_at AS "assignedAt",
        coalesce(nullif(p.display_name, ''), u.username) AS dancer_name, c.title AS challenge_title
      FROM (SELECT a.*, t.title ${from} ORDER BY a.assigned_at DESC, a.id DESC LIMIT $2 OFFSET $3) a
      JOIN app_user u ON u.id = a.dancer_id LEFT JOIN profile p ON p.user_id = a.dancer_id
      JOIN challenge c ON c.id = a.challenge_id ORDER BY a.assigned_at DESC, a.id DESC`,
    values: [musicianId, limit, offset],
  })
  return makePage(
    '/tracking/tracks/assignments/',
    { page_size: place.page_size },
    { count, ...place },
    found.map(({ assignedAt, ...row }) => ({ ...row, assigned_date: assignedAt.toISOString() })),
  )
}

type DancerVideoRow = DancerVideo & { username: string }

/** Approved dances to a musician's tracks, newest first. @throws NotFoundError 'Invalid page.' past the end */
export async function listDancerVideos(musicianId: string, place: Place): Promise<DancerVideoPage> {
  const from = `FROM video v JOIN track t ON t.id = v.track_id
    WHERE t.musician_id = $1 AND v.status = 'approved' AND v.kind = 'entry'`
  const count = await countOf('dancer-videos', from, [musicianId])
  const { limit, offset } = rowsOfPage(count, place.page, place.page_size)
  const found = await rows<DancerVideoRow>(db(), {
    name: 'dancer-videos-page',
    text: `SELECT v.id, v.title, v.thumbnail_url AS thumbnail, v.vote_count AS votes, v.duration_seconds AS duration,
        v.track_title AS track_name, v.track_id, u.username, c.title AS challenge_title,
        coalesce(nullif(p.display_name, ''), u.username) AS dancer_name
      FROM (SELECT v.*, t.title AS track_title ${from} ORDER BY v.upload_date DESC, v.id DESC LIMIT $2 OFFSET $3) v
      JOIN app_user u ON u.id = v.dancer_id LEFT JOIN profile p ON p.user_id = v.dancer_id
      JOIN challenge c ON c.id = v.challenge_id ORDER BY v.upload_date DESC, v.id DESC`,
    values: [musicianId, limit, offset],
  })
  return makePage(
    '/tracking/tracks/dancer-videos/',
    { page_size: place.page_size },
    { count, ...place },
    found.map(({ username, ...row }) => ({
      ...row,
      title: displayTitle(row.title, row.track_name, username),
    })),
  )
}

const DECIDED = ['approved', 'retired', 'rejected'] as const

const reviewOrders: Readonly<Record<PendingTracksQuery['ordering'], string>> = {
  upload_date: 't.created_at, t.id',
  '-upload_date': 't.created_at DESC, t.id DESC',
  reviewed_at: 't.reviewed_at NULLS LAST, t.id',
  '-reviewed_at': 't.reviewed_at DESC NULLS LAST, t.id DESC',
}

/** The officers' list: tracks of one status, with who looks at each. @throws NotFoundError past the end */
export async function listTracksForReview(query: PendingTracksQuery): Promise<PendingTracksPage> {
  const { page, page_size, status, search, ordering } = query
  const searched = search
    ? 'AND (t.title ILIKE $2 OR t.artist ILIKE $2 OR u.username ILIKE $2 OR p.display_name ILIKE $2 OR r.username ILIKE $2)'
    : ''
  const from = `FROM track t ${reviewedTrackJoins} WHERE t.status = ANY($1::track_status[]) ${searched}`
  const statuses = status === 'decided' ? DECIDED : [status]
  const values = search ? [statuses, containing(search)] : [statuses]
  const count = await countOf(`for-review${search ? '-searched' : ''}`, from, values)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const next = values.length + 1
  const found = await rows<ReviewedTrackRow>(db(), {
    name: `tracks-for-review-page${search ? '-searched' : ''}:${ordering}`,
    text: `SELECT ${reviewedTrackColumns} ${from} ORDER BY ${reviewOrders[ordering]} LIMIT $${next} OFFSET $${next + 1}`,
    values: [...values, limit, offset],
  })
  const ids = found.map(({ id }) => id)
  const claims = await readClaims(db(), 'track', ids)
  return makePage(
    '/tracking/tracks/pending/',
    { status, search, ordering, page_size },
    { count, page, page_size },
    await Promise.all(found.map((row) => presentReviewedTrack(row, claims.get(row.id) ?? null))),
  )
}

async function countOf(name: string, from: string, values: unknown[]): Promise<number> {
  const row = await firstRow<{ count: number }>(db(), {
    name: `tracks-count-${name}`,
    text: `SELECT count(*)::int AS count ${from}`,
    values,
  })
  return row?.count ?? 0
}
