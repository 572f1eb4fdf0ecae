import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'

/** Longer than anybody looks back (the desk's charts show 30 days). */
const KEPT_SECONDS = 35 * 24 * 60 * 60

/**
 * Adds what one process of web has answered to the minute that it is.
 * @param failures answered by a fault of ours: 5xx
 */
export async function addTraffic(requests: number, failures: number): Promise<void> {
  await db().query(
    `INSERT INTO request_minute AS known (minute, requests, failures) VALUES (date_trunc('minute', $1::timestamptz), $2, $3)
      ON CONFLICT (minute) DO UPDATE SET requests = known.requests + EXCLUDED.requests,
        failures = known.failures + EXCLUDED.failures`,
    [now(), requests, failures],
  )
}

/** Deletes minutes that nobody asks for any more. @returns how many */
export async function purgeTraffic(moment: Date): Promise<number> {
  const gone = await db().query('DELETE FROM request_minute WHERE minute < $1', [
    addSeconds(moment, -KEPT_SECONDS),
  ])
  return gone.rowCount ?? 0
}
