import { sql } from 'kysely'
import { addSeconds, nairobiParts, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'

/**
 * Counts a view once per session and day in Nairobi. Cached lists show the count after their next refresh.
 * @returns whether this view counted, and the views so far
 * @throws NotFoundError unless the video is approved
 */
export async function countView(view: {
  videoId: string
  sessionId: string
}): Promise<{ counted: boolean; view_count: number }> {
  const counted = await insertView(view)
  if (counted) return { counted: true, view_count: counted.viewCount }
  const known = await kysely(db())
    .selectFrom('video')
    .select('viewCount')
    .where('id', '=', view.videoId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst()
  if (!known) throw new NotFoundError()
  return { counted: false, view_count: known.viewCount }
}

function insertView({ videoId, sessionId }: { videoId: string; sessionId: string }) {
  const { year, month, day } = nairobiParts(now())
  return kysely(db())
    .with('seen', (query) =>
      query
        .insertInto('videoView')
        .columns(['videoId', 'day', 'sessionId'])
        .expression((eb) =>
          eb
            .selectFrom('video')
            .select([
              'id',
              sql<Date>`${`${year}-${month}-${day}`}::date`.as('day'),
              eb.val(sessionId).as('session'),
            ])
            .where('id', '=', videoId)
            .where('status', '=', 'approved'),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('videoId'),
    )
    .updateTable('video')
    .from('seen')
    .set((eb) => ({ viewCount: eb('viewCount', '+', 1) }))
    .whereRef('video.id', '=', 'seen.videoId')
    .returning('viewCount')
    .executeTakeFirst()
}

/** Counting only reads rows of the same day; a week of rows is for investigations. */
const VIEWS_KEPT_SECONDS = 7 * 24 * 60 * 60
const PURGED_AT_ONCE = 5_000

/** Deletes rows a week old; the videos' counts stay (docs/retention.md). @returns how many rows */
export async function purgeViews(moment: Date): Promise<number> {
  const { year, month, day } = nairobiParts(addSeconds(moment, -VIEWS_KEPT_SECONDS))
  for (let purged = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`DELETE FROM video_view WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM video_view WHERE day < ${`${year}-${month}-${day}`}::date LIMIT ${PURGED_AT_ONCE}))`.execute(
      kysely(db()),
    )
    purged += Number(numAffectedRows)
    if (numAffectedRows < PURGED_AT_ONCE) return purged
  }
}
