import { lockName } from '#lib/core/advisory-lock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Makes the draws of a challenge's tracks follow each other: each has to see what the others have used. */
export async function lockDraws(on: Queryable, challengeId: string): Promise<void> {
  await lockName(on, `assignments:${challengeId}`)
}

/**
 * Waits for the draws of all challenges that still give out tracks, and lets none begin until the transaction ends. In one
 * order, so that two who do this do not wait for each other.
 */
export async function lockAllDraws(on: Queryable): Promise<void> {
  const open = await kysely(on)
    .selectFrom('challenge')
    .select('id')
    .where('phase', '<>', 'closed')
    .orderBy('id')
    .execute()
  for (const { id } of open) await lockDraws(on, id)
}
