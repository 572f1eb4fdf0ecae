import { anyOf } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { lockYoutubeVideo } from '#lib/domain/videos/submit-video.ts'

/** What a video takes in its month, of which no other that is not rejected has the same. */
type Places = { challengeId: string; youtubeVideoId: string | null; assignmentId: string | null }

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
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select(['v.id', 'v.challengeId', 'v.youtubeVideoId', 'v.assignmentId'])
    .where('v.dancerId', '=', dancerId)
    .where('v.withdrawnBecause', '=', 'dancer_inactive')
    .where('c.phase', '<>', 'closed')
    .orderBy('v.uploadDate', 'desc')
    .orderBy('v.id', 'desc')
    .execute()
}

/** In one order, so that two dancers who come back do not wait for each other. */
async function lockYoutubeVideos(tx: Tx, videos: readonly Places[]): Promise<void> {
  const ordered = videos.toSorted((a, b) => (placesOf(a).join() < placesOf(b).join() ? -1 : 1))
  for (const { challengeId, youtubeVideoId } of ordered)
    if (youtubeVideoId !== null) await lockYoutubeVideo(tx.client, challengeId, youtubeVideoId)
}

/** Videos that are not rejected and may have one of the places. */
async function videosBeside(tx: Tx, videos: readonly Places[]): Promise<Places[]> {
  const youtubeIds = videos.flatMap(({ youtubeVideoId: id }) => id ?? [])
  const assignmentIds = videos.flatMap(({ assignmentId: id }) => id ?? [])
  return tx.kysely
    .selectFrom('video')
    .select(['challengeId', 'youtubeVideoId', 'assignmentId'])
    .where('challengeId', '=', anyOf([...new Set(videos.map((one) => one.challengeId))]))
    .where('status', '<>', 'rejected')
    .where((eb) =>
      eb.or([eb('youtubeVideoId', '=', anyOf(youtubeIds)), eb('assignmentId', '=', anyOf(assignmentIds))]),
    )
    .execute()
}

function placesOf({ challengeId, youtubeVideoId, assignmentId }: Places): string[] {
  return [
    ...(youtubeVideoId === null ? [] : [`youtube ${challengeId} ${youtubeVideoId}`]),
    ...(assignmentId === null ? [] : [`assignment ${assignmentId}`]),
  ]
}
