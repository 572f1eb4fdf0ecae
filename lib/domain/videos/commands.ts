import { sql } from 'kysely'
import { nairobiParts, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'

/**
 * Counts a view once for each session and day in Nairobi. Lists show it when they are next refreshed.
 * @returns whether it counted, and the views so far
 * @throws NotFoundError where no approved video has that id
 */
export async function countView(view: {
  videoId: string
  sessionId: string
}): Promise<{ counted: boolean; view_count: number }> {
  const counted = await insertView(view)
  if (counted) return { counted: true, view_count: counted.view_count }
  const known = await prisma().video.findFirst({
    where: { id: view.videoId, status: 'approved' },
    select: { viewCount: true },
  })
  if (!known) throw new NotFoundError()
  return { counted: false, view_count: known.viewCount }
}

function insertView({ videoId, sessionId }: { videoId: string; sessionId: string }) {
  const { year, month, day } = nairobiParts(now())
  return kysely(db())
    .with('seen', (query) =>
      query
        .insertInto('video_view')
        .columns(['video_id', 'day', 'session_id'])
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
        .returning('video_id'),
    )
    .updateTable('video')
    .from('seen')
    .set((eb) => ({ view_count: eb('view_count', '+', 1) }))
    .whereRef('video.id', '=', 'seen.video_id')
    .returning('view_count')
    .executeTakeFirst()
}
