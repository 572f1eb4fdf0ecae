import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newestRunning } from '#lib/domain/challenges/queries.ts'

/** How many tracks these dancers have in the month's challenge; who has none is left out. */
export async function countAssignedTracks(dancerIds: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ dancer_id: string; count: number }>(db(), {
    name: 'assignments-count',
    text: `SELECT dancer_id, count(*)::int AS count FROM track_assignment
      WHERE challenge_id = (SELECT id ${newestRunning('$2')}) AND dancer_id = ANY($1::uuid[]) AND status <> 'cancelled'
      GROUP BY dancer_id`,
    values: [dancerIds, now()],
  })
  return new Map(found.map((row) => [row.dancer_id, row.count]))
}
