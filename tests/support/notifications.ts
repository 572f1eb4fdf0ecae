import { addSeconds, nairobiDayStart, now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'
import type { News } from '#lib/domain/notifications/schema.ts'
import { until } from './until.ts'

const DAY_SECONDS = 86_400

/** Returns a time at which neither night nor grouping delays a notification. */
export function noonOfTomorrow(): Date {
  return addSeconds(nairobiDayStart(addSeconds(now(), DAY_SECONDS)), DAY_SECONDS / 2)
}

/** Sends delayed notifications as if due. */
export async function sendHeld(): Promise<void> {
  const noon = noonOfTomorrow()
  // Tomorrow's clock would expire the lease of a worker that is sending. So notifications without a lease
  // become due at noon, and leased ones are awaited.
  for (const column of ['mail_due_at', 'push_due_at'])
    await db().query(
      `UPDATE notification SET ${column} = $1 WHERE ${column} IS NOT NULL AND NOT ${isLeased(column)}`,
      [noon],
    )
  await until('nobody sends', async () => (await beingSent()) === 0)
  // A worker's scheduled run keeps other runs out while it looks.
  await until('no worker keeps this run out', () =>
    withClock(
      () => noon,
      () => deliverDue(),
    ),
  )
}

/**
 * Whether a notification is being sent: a lease is longer than any daytime delay. Notifications for the
 * morning are due at a full hour.
 */
const isLeased = (column: string) =>
  `(${column} BETWEEN now() + interval '130 seconds' AND now() + interval '600 seconds'
    AND ${column} <> date_trunc('hour', ${column}))`

async function beingSent(): Promise<number> {
  const found = await rows<{ leased: number }>(
    db(),
    `SELECT count(*)::int AS leased FROM notification WHERE ${isLeased('mail_due_at')} OR ${isLeased('push_due_at')}`,
  )
  return found[0]?.leased ?? 0
}

export type Told = { kind: string; template: string; data: Record<string, unknown> }

/** Returns a user's notifications, oldest first. */
export function toldTo(userId: string): Promise<Told[]> {
  return rows<Told>(
    db(),
    'SELECT kind::text, template, data FROM notification WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  )
}

export const paidWithdrawal = (person: SignedIn, occasion: string): News => ({
  userId: person.user.id,
  occasion,
  template: 'withdrawal_paid',
  data: { reference: occasion, amount: 150, receipt: 'SKL81H2J0Q' },
})

export const approvedVideo = (person: SignedIn, title: string): News => ({
  userId: person.user.id,
  occasion: title,
  template: 'video_approved',
  data: { title, video_id: '0190a7c2-0000-7000-8000-000000000001' },
})
