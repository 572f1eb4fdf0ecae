import { nairobiParts, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'

/**
 * Counts a view once for each session and day (of Nairobi). Lists show it when they are next refreshed.
 * @returns whether it counted, and the views so far
 * @throws NotFoundError where no approved video has that id
 */
export async function countView(view: {
  videoId: string
  sessionId: string
}): Promise<{ counted: boolean; view_count: number }> {
  const { year, month, day } = nairobiParts(now())
  const counted = await firstRow<{ view_count: number }>(db(), {
    name: 'video-count-view',
    text: `WITH seen AS (
        INSERT INTO video_view (video_id, day, session_id)
        SELECT id, $2::date, $3 FROM video WHERE id = $1 AND status = 'approved'
        ON CONFLICT DO NOTHING RETURNING video_id
      )
      UPDATE video SET view_count = view_count + 1 FROM seen WHERE id = seen.video_id RETURNING view_count`,
    values: [view.videoId, `${year}-${month}-${day}`, view.sessionId],
  })
  if (counted) return { counted: true, view_count: counted.view_count }
  const known = await firstRow<{ view_count: number }>(db(), {
    name: 'video-views',
    text: `SELECT view_count FROM video WHERE id = $1 AND status = 'approved'`,
    values: [view.videoId],
  })
  if (!known) throw new NotFoundError()
  return { counted: false, view_count: known.view_count }
}
