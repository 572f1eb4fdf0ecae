import type { z } from 'zod'
import type { fetchMetadata as fetchMetadataCall } from '#lib/contract/videos/submissions.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { emit, enqueue, transaction } from '#lib/core/outbox.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { fetchMetadataJob } from './jobs.ts'
import { isOfficer, type Viewer } from './policy.ts'
import { type LookUp, lookUpVideo, type VideoFacts } from './youtube.ts'

type MetadataAnswer = z.input<typeof fetchMetadataCall.answer>

type Known = {
  dancerId: string
  youtubeVideoId: string | null
  metadata: 'pending' | 'fetched' | 'unavailable'
  title: string
  thumbnailUrl: string | null
  durationSeconds: number | null
}

/** Seconds until YouTube is asked again; after the last one the hourly catching up takes over. */
const ASK_AGAIN_AFTER = [10, 60, 600] as const
const CATCH_UP_DAYS = 7
const CATCH_UP_AT_ONCE = 100

/**
 * Has title, picture and length of a video read from YouTube, now. What is known already is not asked for again; what
 * YouTube does not tell stays `pending`, and the worker asks later.
 * @throws NotFoundError unless it is the viewer's own, or an officer asks
 */
export async function fetchMetadata(videoId: string, viewer: Viewer): Promise<MetadataAnswer> {
  const video = await readKnown(videoId)
  if (!video || (!isOfficer(viewer) && viewer?.id !== video.dancerId)) throw new NotFoundError()
  if (video.metadata !== 'fetched') await askAbout(videoId, video.youtubeVideoId)
  return present((await readKnown(videoId)) ?? video)
}

/**
 * The worker's side of it: asks, and puts the next try into the outbox where YouTube did not answer. Once it is told,
 * or after a refusal, there is nothing more to do here.
 */
export async function fetchMetadataLater(job: { videoId: string; tries: number }): Promise<void> {
  const video = await readKnown(job.videoId)
  if (video?.metadata !== 'pending') return
  const { kind } = await askAbout(job.videoId, video.youtubeVideoId)
  const seconds = ASK_AGAIN_AFTER[job.tries]
  if (kind !== 'unanswered' || seconds === undefined) return
  const next = { videoId: job.videoId, tries: job.tries + 1 }
  await transaction((tx) => enqueue(tx, fetchMetadataJob, next, addSeconds(now(), seconds)))
}

/**
 * Asks about videos of the last week of which nothing is known, newest first. A video that was private at first is
 * asked about again as well, as long as nobody has decided on it. Where YouTube does not answer, the rest waits.
 * @returns how many were asked about
 */
export async function catchUpMetadata(): Promise<number> {
  const waiting = await rows<{ id: string; youtubeVideoId: string }>(
    db(),
    `SELECT id, youtube_video_id AS "youtubeVideoId" FROM video
      WHERE youtube_video_id IS NOT NULL AND upload_date > $1
        AND (metadata = 'pending' OR (metadata = 'unavailable' AND status = 'pending_review'))
      ORDER BY upload_date DESC LIMIT $2`,
    [addSeconds(now(), -CATCH_UP_DAYS * 86_400), CATCH_UP_AT_ONCE],
  )
  let asked = 0
  for (const video of waiting) {
    asked += 1
    if ((await askAbout(video.id, video.youtubeVideoId)).kind === 'unanswered') break
  }
  return asked
}

async function askAbout(videoId: string, youtubeVideoId: string | null): Promise<LookUp> {
  // A file of our own: nobody has to be asked.
  if (youtubeVideoId === null) return { kind: 'missing' }
  const told = await lookUpVideo(youtubeVideoId)
  if (told.kind === 'found') await keepFacts(videoId, told.facts)
  else if (told.kind === 'missing') await keepMissing(videoId)
  else log.info({ video: videoId, reason: told.reason }, 'YouTube has not answered')
  return told
}

/** A title is taken over only where the person gave none, and never once an officer has approved what is shown. */
async function keepFacts(videoId: string, facts: VideoFacts): Promise<void> {
  await transaction(async (tx) => {
    const changed = await firstRow<{ status: string }>(tx.client, {
      name: 'video-keep-facts',
      text: `UPDATE video SET metadata = 'fetched', thumbnail_url = $3, duration_seconds = coalesce($4, duration_seconds),
          title = CASE WHEN title = '' AND status <> 'approved' THEN $2 ELSE title END
        WHERE id = $1 AND metadata <> 'fetched' RETURNING status`,
      values: [videoId, facts.title, facts.thumbnailUrl, facts.durationSeconds],
    })
    if (changed?.status === 'approved') await emit(tx, publicContentChanged, { what: 'videos' })
  })
}

async function keepMissing(videoId: string): Promise<void> {
  await db().query({
    name: 'video-keep-missing',
    text: `UPDATE video SET metadata = 'unavailable' WHERE id = $1 AND metadata = 'pending'`,
    values: [videoId],
  })
}

function readKnown(videoId: string): Promise<Known | undefined> {
  return firstRow<Known>(db(), {
    name: 'video-metadata',
    text: `SELECT dancer_id AS "dancerId", youtube_video_id AS "youtubeVideoId", metadata, title,
        thumbnail_url AS "thumbnailUrl", duration_seconds AS "durationSeconds" FROM video WHERE id = $1`,
    values: [videoId],
  })
}

function present(video: Known): MetadataAnswer {
  if (video.metadata !== 'fetched') return { status: 'pending' }
  return {
    status: 'fetched',
    title: video.title,
    ...(video.thumbnailUrl ? { thumbnail_url: video.thumbnailUrl } : {}),
    ...(video.durationSeconds === null ? {} : { duration_seconds: video.durationSeconds }),
  }
}
