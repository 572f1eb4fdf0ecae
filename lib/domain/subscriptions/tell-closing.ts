import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { isDayBeforeLast } from '#lib/domain/notifications/policy.ts'

/**
 * Notifies dancers with tracks without a video, on the day before the last day of submissions. Once per end
 * date: a new date is announced again. @returns how many dancers lack a video
 */
export async function tellClosing(): Promise<number> {
  const at = now()
  const months = await kysely(db())
    .selectFrom('challenge')
    .select(['id', 'title', 'submissionsEndAt'])
    .where('phase', 'in', ['subscription', 'voting'])
    .where('submissionsEndAt', '>', at)
    .execute()
  let told = 0
  for (const { id, title: challenge, submissionsEndAt } of months) {
    if (!isDayBeforeLast(submissionsEndAt, at)) continue
    const ends_at = submissionsEndAt.toISOString()
    const missing = await readMissing(id)
    if (missing.length === 0) continue
    told += missing.length
    await transaction((tx) =>
      notify(
        tx,
        ...missing.map(({ dancerId, count }) => ({
          userId: dancerId,
          occasion: `${id} ${ends_at}`,
          template: 'submission_closes' as const,
          data: { challenge, missing: count, ends_at },
        })),
      ),
    )
  }
  return told
}

/** Counts, per dancer, tracks without an approved or pending video. */
function readMissing(challengeId: string) {
  return kysely(db())
    .selectFrom('trackAssignment as a')
    .innerJoin('appUser as u', 'u.id', 'a.dancerId')
    .select((eb) => ['a.dancerId', eb.cast<number>(eb.fn.countAll(), 'int4').as('count')])
    .where('a.challengeId', '=', challengeId)
    .where('a.status', '=', 'active')
    .where('u.isActive', '=', true)
    .where(({ not, exists, selectFrom }) => {
      const video = selectFrom('video as v')
        .select('v.id')
        .whereRef('v.assignmentId', '=', 'a.id')
        .where('v.status', '<>', 'rejected')
      return not(exists(video))
    })
    .groupBy('a.dancerId')
    .execute()
}
