import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { insertRows, type Row } from '../insert-rows.ts'
import { loopUrls } from '../media/loops.ts'
import type { PaidSubscription } from '../money/collect-subscriptions.ts'
import type { OfficialVideo } from './official-videos.ts'
import type { MonthPlan } from './plan-month.ts'
import type { PlannedVideo } from './planned.ts'

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
      challengeId,
      dancerId: one.dancer.id,
      status: 'paid',
      amount: one.amount,
      isLaunch: one.isLaunch,
      createdAt: addSeconds(one.at, -20),
      paidAt: one.at,
    })),
  )
  const done = new Set(plan.videos.filter((one) => one.status === 'approved').map((one) => one.assignment.id))
  await insertRows(
    on,
    'trackAssignment',
    plan.assignments.map((one) => ({
      id: one.id,
      challengeId,
      dancerId: one.dancer.id,
      trackId: one.track.id,
      status: done.has(one.id) ? 'completed' : 'active',
      seed: `demo ${challengeId}`,
      assignedAt: one.at,
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
    dancerId: video.assignment.dancer.id,
    trackId: video.assignment.track.id,
    challengeId,
    assignmentId: video.assignment.id,
    ...youtubeColumns(video.youtubeId),
    ...(urls && { videoFileUrl: urls.video, thumbnailUrl: urls.poster }),
    durationSeconds: video.seconds,
    metadata: 'fetched',
    status: video.status,
    voteCode: video.voteCode,
    voteCount: 0,
    viewCount: 0,
    commentCount: 0,
    uploadDate: video.uploadedAt,
    approvedDate: video.status === 'approved' ? video.reviewedAt : null,
    reviewedBy: video.reviewedAt ? officerId : null,
    reviewedAt: video.reviewedAt,
    rejectionReason: video.rejectionReason,
  }
}

function officialRow(challengeId: string, video: OfficialVideo, officerId: string | null): Row<'video'> {
  return {
    id: video.id,
    kind: 'official',
    title: video.title,
    description: video.description,
    dancerId: video.track.musician.id,
    trackId: video.track.id,
    challengeId,
    assignmentId: null,
    ...youtubeColumns(video.youtubeId),
    durationSeconds: video.seconds,
    metadata: 'fetched',
    status: 'approved',
    voteCode: video.voteCode,
    voteCount: 0,
    viewCount: 0,
    commentCount: 0,
    uploadDate: video.uploadedAt,
    approvedDate: video.reviewedAt,
    reviewedBy: officerId,
    reviewedAt: video.reviewedAt,
    rejectionReason: '',
  }
}

/** Null for loops, because all rows of an insert have the same columns. */
function youtubeColumns(id: string | null) {
  return {
    youtube_url: id && `https://www.youtube.com/watch?v=${id}`,
    youtube_video_id: id,
    video_file_url: null,
    thumbnail_url: id && `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  }
}
