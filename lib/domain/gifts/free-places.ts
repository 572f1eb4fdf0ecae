import { sql } from 'kysely'
import type { Tx } from '#lib/core/outbox.ts'
import { lockYoutubeVideo } from '#lib/domain/videos/submit-video.ts'

/** What a video takes in its month, of which no other that is not rejected has the same. */
type Places = { challenge_id: string; youtube_video_id: string | null; assignment_id: string | null }

const anyOf = <T extends string>(values: readonly T[], type: 'text' | 'uuid') =>
  sql<T>`any(${values}::${sql.raw(type)}[])`

/**
 * Finds which videos of a dancer who was away have their places free: of two for one track, or of one YouTube video, the newer
 * one. The caller holds the dancer's account, so that they submit nothing meanwhile, and nobody else submits the same YouTube
 * videos until the transaction ends.
 * @returns their ids
 */
export async function findFree(tx: Tx, dancerId: string): Promise<string[]> {
  const away = await videosAway(tx, dancerId)
  await lockYoutubeVideos(tx, away)
  const taken = new Set((await videosBeside(tx, away)).flatMap(placesOf))
  return away.flatMap((video) => {
    const places = placesOf(video)
    if (places.some((place) => taken.has(place))) return []
    for (const place of places) taken.add(place)
    return [video.id]
  })
}

/** The dancer's videos that left a month which is not closed when they were deactivated, the newest first. */
function videosAway(tx: Tx, dancerId: string): Promise<({ id: string } & Places)[]> {
  return tx.kysely
    .selectFrom('video as v')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .select(['v.id', 'v.challenge_id', 'v.youtube_video_id', 'v.assignment_id'])
    .where('v.dancer_id', '=', dancerId)
    .where('v.withdrawn_because', '=', 'dancer_inactive')
    .where('c.phase', '<>', 'closed')
    .orderBy('v.upload_date', 'desc')
    .orderBy('v.id', 'desc')
    .execute()
}

/** In one order, so that two dancers who come back do not wait for each other. */
async function lockYoutubeVideos(tx: Tx, videos: readonly Places[]): Promise<void> {
  const ordered = videos.toSorted((a, b) => (placesOf(a).join() < placesOf(b).join() ? -1 : 1))
  for (const { challenge_id, youtube_video_id } of ordered)
    if (youtube_video_id !== null) await lockYoutubeVideo(tx.client, challenge_id, youtube_video_id)
}

/** Videos that are not rejected and may have one of the places. */
async function videosBeside(tx: Tx, videos: readonly Places[]): Promise<Places[]> {
  const youtubeIds = videos.flatMap(({ youtube_video_id: id }) => id ?? [])
  const assignmentIds = videos.flatMap(({ assignment_id: id }) => id ?? [])
  return tx.kysely
    .selectFrom('video')
    .select(['challenge_id', 'youtube_video_id', 'assignment_id'])
    .where('challenge_id', '=', anyOf([...new Set(videos.map((one) => one.challenge_id))], 'uuid'))
    .where('status', '<>', 'rejected')
    .where((eb) =>
      eb.or([
        eb('youtube_video_id', '=', anyOf(youtubeIds, 'text')),
        eb('assignment_id', '=', anyOf(assignmentIds, 'uuid')),
      ]),
    )
    .execute()
}

function placesOf({ challenge_id, youtube_video_id, assignment_id }: Places): string[] {
  return [
    ...(youtube_video_id === null ? [] : [`youtube ${challenge_id} ${youtube_video_id}`]),
    ...(assignment_id === null ? [] : [`assignment ${assignment_id}`]),
  ]
}
