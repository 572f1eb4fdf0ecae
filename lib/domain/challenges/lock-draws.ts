import { lockName } from '#lib/core/advisory-lock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Serializes the draws of a challenge: each must see which tracks the others used. */
export async function lockDraws(on: Queryable, challengeId: string): Promise<void> {
  await lockName(on, `assignments:${challengeId}`)
}

/** Locks the draws of all challenges that still assign tracks, in one order, which avoids deadlocks. */
export async function lockAllDraws(on: Queryable): Promise<void> {
  const open = await kysely(on)
    .selectFrom('challenge')
    .select('id')
    .where('phase', '<>', 'closed')
    .orderBy('id')
    .execute()
  for (const { id } of open) await lockDraws(on, id)
}
