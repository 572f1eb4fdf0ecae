import type { z } from 'zod'
import type { fetchMetadata as fetchMetadataCall } from '#lib/contract/videos/submissions.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { emit, enqueue, transaction } from '#lib/core/outbox.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { drawStillsJob, fetchMetadataJob } from './jobs.ts'
import { isOfficer, type Viewer } from './policy.ts'
import { type LookUp, lookUpVideo, type VideoFacts } from './youtube.ts'

type MetadataAnswer = z.input<typeof fetchMetadataCall.answer>

type Known = NonNullable<Awaited<ReturnType<typeof readKnown>>>

/** Seconds until each retry; after the last retry the hourly job continues. */
const RETRY_AFTER_SECONDS = [10, 60, 600] as const
const CATCH_UP_DAYS = 7
const CATCH_UP_AT_ONCE = 100

/**
 * Reads title, picture and length from YouTube unless known. Without an answer the video stays `pending` and
 * the worker retries.
 * @throws NotFoundError unless the viewer is the owner or an officer
 */
export async function fetchMetadata(videoId: string, viewer: Viewer): Promise<MetadataAnswer> {
  const video = await readKnown(videoId)
  if (!video || (!isOfficer(viewer) && viewer?.id !== video.dancerId)) throw new NotFoundError()
  if (video.metadata !== 'fetched') await askAbout(videoId, video.youtubeVideoId)
  return present((await readKnown(videoId)) ?? video)
}

/** Runs in the worker; enqueues a retry if YouTube did not answer. */
export async function fetchMetadataLater(job: { videoId: string; tries: number }): Promise<void> {
  const video = await readKnown(job.videoId)
  if (video?.metadata !== 'pending') return
  const { kind } = await askAbout(job.videoId, video.youtubeVideoId)
  const seconds = RETRY_AFTER_SECONDS[job.tries]
  if (kind !== 'unanswered' || seconds === undefined) return
  const next = { videoId: job.videoId, tries: job.tries + 1 }
  await transaction((tx) => enqueue(tx, fetchMetadataJob, next, addSeconds(now(), seconds)))
}

/**
 * Retries for last week's videos without metadata, newest first. Includes videos that YouTube did not show,
 * unless rejected: they may have been private at first. Stops if YouTube does not answer.
 * @returns the number of requests
 */
export async function catchUpMetadata(): Promise<number> {
  const waiting = await kysely(db())
    .selectFrom('video')
    .select(['id', 'youtubeVideoId'])
    .where('youtubeVideoId', 'is not', null)
    .where('uploadDate', '>', addSeconds(now(), -CATCH_UP_DAYS * 86_400))
    .where((eb) =>
      eb.or([
        eb('metadata', '=', 'pending'),
        eb.and([eb('metadata', '=', 'unavailable'), eb('status', '<>', 'rejected')]),
      ]),
    )
    .orderBy('uploadDate', 'desc')
    .limit(CATCH_UP_AT_ONCE)
    .execute()
  let asked = 0
  for (const video of waiting) {
    asked += 1
    if ((await askAbout(video.id, video.youtubeVideoId)).kind === 'unanswered') break
  }
  return asked
}

async function askAbout(videoId: string, youtubeVideoId: string | null): Promise<LookUp> {
  // The video is a file in our own store.
  if (youtubeVideoId === null) return { kind: 'missing' }
  const answer = await lookUpVideo(youtubeVideoId)
  if (answer.kind === 'found') await saveFacts(videoId, answer.facts)
  else if (answer.kind === 'missing') await markUnavailable(videoId)
  else log.info({ video: videoId, reason: answer.reason }, 'YouTube has not answered')
  return answer
}

/** Saves YouTube's title only if the owner gave none and the video is not approved yet. */
async function saveFacts(videoId: string, facts: VideoFacts): Promise<void> {
  await transaction(async (tx) => {
    const changed = await tx.kysely
      .updateTable('video')
      .set((eb) => ({
        metadata: 'fetched',
        thumbnailUrl: facts.thumbnailUrl,
        ...(facts.durationSeconds === null ? {} : { durationSeconds: facts.durationSeconds }),
        title: eb
          .case()
          .when(eb.and([eb('title', '=', ''), eb('status', '<>', 'approved')]))
          .then(facts.title)
          .else(eb.ref('title'))
          .end(),
      }))
      .where('id', '=', videoId)
      .where('metadata', '<>', 'fetched')
      .returning('status')
      .executeTakeFirst()
    if (changed?.status !== 'approved') return
    await emit(tx, publicContentChanged, { what: 'videos' })
    await enqueue(tx, drawStillsJob, { videoId })
  })
}

async function markUnavailable(videoId: string): Promise<void> {
  await kysely(db())
    .updateTable('video')
    .set({ metadata: 'unavailable' })
    .where('id', '=', videoId)
    .where('metadata', '=', 'pending')
    .execute()
}

function readKnown(videoId: string) {
  return kysely(db())
    .selectFrom('video')
    .select(['dancerId', 'youtubeVideoId', 'metadata', 'title', 'thumbnailUrl', 'durationSeconds'])
    .where('id', '=', videoId)
    .executeTakeFirst()
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
