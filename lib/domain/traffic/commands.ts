import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

/** Retention of minutes: longer than the 30 days that the desk's charts show. */
const KEPT_SECONDS = 35 * 24 * 60 * 60

/**
 * Adds a web process's requests to the current minute.
 * @param failures requests answered with a 5xx
 */
export async function addTraffic(requests: number, failures: number): Promise<void> {
  await kysely(db())
    .insertInto('requestMinute')
    .values({ minute: sql`date_trunc('minute', ${now()}::timestamptz)`, requests, failures })
    .onConflict((conflict) =>
      conflict.column('minute').doUpdateSet((eb) => ({
        requests: eb('requestMinute.requests', '+', eb.ref('excluded.requests')),
        failures: eb('requestMinute.failures', '+', eb.ref('excluded.failures')),
      })),
    )
    .execute()
}

export async function purgeTraffic(moment: Date): Promise<number> {
  const purged = await kysely(db())
    .deleteFrom('requestMinute')
    .where('minute', '<', addSeconds(moment, -KEPT_SECONDS))
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
