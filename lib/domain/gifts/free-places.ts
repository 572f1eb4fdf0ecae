import { anyOf } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { lockYoutubeVideo } from '#lib/domain/videos/submit-video.ts'

/**
 * A video's places: in a month only one video that is not rejected may have a YouTube video, and one an
 * assignment.
 */
type Places = { challengeId: string; youtubeVideoId: string | null; assignmentId: string | null }

/**
 * Ids of a reactivated dancer's videos whose places are free; of two videos with the same place, the newer.
 * The caller has locked the dancer's account. The YouTube videos stay locked until the transaction ends.
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

/** Videos that left an open month at the deactivation, newest first. */
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

/** Locks in one order, which avoids deadlocks between returning dancers. */
async function lockYoutubeVideos(tx: Tx, videos: readonly Places[]): Promise<void> {
  const ordered = videos.toSorted((a, b) => (placesOf(a).join() < placesOf(b).join() ? -1 : 1))
  for (const { challengeId, youtubeVideoId } of ordered)
    if (youtubeVideoId !== null) await lockYoutubeVideo(tx.client, challengeId, youtubeVideoId)
}

/** Videos that are not rejected and may have one of these videos' places. */
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
