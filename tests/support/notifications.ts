// What people are told, and the time that has to pass until it leaves.
import { addSeconds, nairobiDayStart, now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'
import { until } from './until.ts'

const DAY_SECONDS = 86_400

/** Noon of tomorrow in Nairobi: no night holds what is due by then, and nothing waits for company any more. */
export function noonOfTomorrow(): Date {
  return addSeconds(nairobiDayStart(addSeconds(now(), DAY_SECONDS)), DAY_SECONDS / 2)
}

/** Sends what is held, as the worker does it once its time has come. */
export async function sendHeld(): Promise<void> {
  // By day a worker sends some of it at once: by tomorrow's clock its lease would be over.
  await until('nobody sends', async () => (await beingSent()) === 0)
  const noon = noonOfTomorrow()
  return withClock(
    () => noon,
    () => deliverDue(),
  )
}

/** Rows that somebody sends at this moment: their lease is longer than anything waits by day. */
async function beingSent(): Promise<number> {
  const found = await rows<{ leased: number }>(
    db(),
    `SELECT count(*)::int AS leased FROM notification WHERE
      mail_due_at > now() + interval '130 seconds' AND mail_due_at <= now() + interval '600 seconds'
      OR push_due_at > now() + interval '130 seconds' AND push_due_at <= now() + interval '600 seconds'`,
  )
  return found[0]?.leased ?? 0
}

export type Told = { kind: string; template: string; data: Record<string, unknown> }

/** What somebody was told, oldest first. */
export function toldTo(userId: string): Promise<Told[]> {
  return rows<Told>(
    db(),
    'SELECT kind::text, template, data FROM notification WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  )
}
