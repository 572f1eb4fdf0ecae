import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import { loopUrls } from '../media/loops.ts'
import type { PaidSubscription } from '../money/collect-subscriptions.ts'
import type { OfficialVideo } from './official-videos.ts'
import type { MonthPlan } from './plan-month.ts'
import type { PlannedVideo } from './planned.ts'

/** Writes who subscribed, which tracks they were given, and which videos came of it. */
export async function insertPlan(
  on: Queryable,
  challengeId: string,
  plan: MonthPlan,
  subscriptions: readonly PaidSubscription[],
  officials: readonly OfficialVideo[],
  officerIds: readonly string[],
): Promise<void> {
  await insertRows(
    on,
    'subscription',
    subscriptions.map((one) => ({
      id: one.id,
      challenge_id: challengeId,
      dancer_id: one.dancer.id,
      status: 'paid',
      amount: one.amount,
      is_launch: one.isLaunch,
      created_at: addSeconds(one.at, -20),
      paid_at: one.at,
    })),
  )
  const done = new Set(plan.videos.filter((one) => one.status === 'approved').map((one) => one.assignment.id))
  await insertRows(
    on,
    'track_assignment',
    plan.assignments.map((one) => ({
      id: one.id,
      challenge_id: challengeId,
      dancer_id: one.dancer.id,
      track_id: one.track.id,
      status: done.has(one.id) ? 'completed' : 'active',
      seed: `demo ${challengeId}`,
      assigned_at: one.at,
    })),
  )
  const officer = (place: number) => officerIds[place % officerIds.length] ?? null
  await insertRows(on, 'video', [
    ...plan.videos.map((video, place) => entryRow(challengeId, video, officer(place))),
    ...officials.map((video, place) => officialRow(challengeId, video, officer(place))),
  ])
}

function entryRow(challengeId: string, video: PlannedVideo, officerId: string | null): Row<'video'> {
  const urls = video.loop && loopUrls(video.loop)
  return {
    id: video.id,
    kind: 'entry',
    title: video.title,
    description: video.description,
    dancer_id: video.assignment.dancer.id,
    track_id: video.assignment.track.id,
    challenge_id: challengeId,
    assignment_id: video.assignment.id,
    ...youtubeColumns(video.youtubeId),
    ...(urls && { video_file_url: urls.video, thumbnail_url: urls.poster }),
    duration_seconds: video.seconds,
    metadata: 'fetched',
    status: video.status,
    vote_code: video.voteCode,
    vote_count: 0,
    view_count: 0,
    comment_count: 0,
    upload_date: video.uploadedAt,
    approved_date: video.status === 'approved' ? video.reviewedAt : null,
    reviewed_by: video.reviewedAt ? officerId : null,
    reviewed_at: video.reviewedAt,
    rejection_reason: video.rejectionReason,
  }
}

function officialRow(challengeId: string, video: OfficialVideo, officerId: string | null): Row<'video'> {
  return {
    id: video.id,
    kind: 'official',
    title: video.title,
    description: video.description,
    dancer_id: video.track.musician.id,
    track_id: video.track.id,
    challenge_id: challengeId,
    assignment_id: null,
    ...youtubeColumns(video.youtubeId),
    duration_seconds: video.seconds,
    metadata: 'fetched',
    status: 'approved',
    vote_code: video.voteCode,
    vote_count: 0,
    view_count: 0,
    comment_count: 0,
    upload_date: video.uploadedAt,
    approved_date: video.reviewedAt,
    reviewed_by: officerId,
    reviewed_at: video.reviewedAt,
    rejection_reason: '',
  }
}

/** A loop's row has them too, empty: all rows of one insert have the same columns. */
function youtubeColumns(id: string | null) {
  return {
    youtube_url: id && `https://www.youtube.com/watch?v=${id}`,
    youtube_video_id: id,
    video_file_url: null,
    thumbnail_url: id && `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  }
}
