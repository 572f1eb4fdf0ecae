// What people are told, and the time that has to pass until it leaves.
import { addSeconds, nairobiDayStart, now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'

const DAY_SECONDS = 86_400

/** Noon of tomorrow in Nairobi: no night holds what is due by then, and nothing waits for company any more. */
export function noonOfTomorrow(): Date {
  return addSeconds(nairobiDayStart(addSeconds(now(), DAY_SECONDS)), DAY_SECONDS / 2)
}

/** Sends what is held, as the worker does it once its time has come. */
export function sendHeld(): Promise<void> {
  const noon = noonOfTomorrow()
  return withClock(
    () => noon,
    () => deliverDue(),
  )
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
