// What people are told, and the time that has to pass until it leaves.
import { addSeconds, nairobiDayStart, now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'
import type { News } from '#lib/domain/notifications/schema.ts'
import { until } from './until.ts'

const DAY_SECONDS = 86_400

/** Noon of tomorrow in Nairobi: no night holds what is due by then, and nothing waits for company any more. */
export function noonOfTomorrow(): Date {
  return addSeconds(nairobiDayStart(addSeconds(now(), DAY_SECONDS)), DAY_SECONDS / 2)
}

/** Sends what is held, as the worker does it once its time has come. */
export async function sendHeld(): Promise<void> {
  const noon = noonOfTomorrow()
  // By day a worker sends some of it at once, and by tomorrow's clock its lease would be over: what it has not taken yet is
  // put out of its reach, and what it has taken is waited for.
  for (const column of ['mail_due_at', 'push_due_at'])
    await db().query(
      `UPDATE notification SET ${column} = $1 WHERE ${column} IS NOT NULL AND NOT ${isLeased(column)}`,
      [noon],
    )
  await until('nobody sends', async () => (await beingSent()) === 0)
  // A worker's own run by the clock keeps others out, for as long as it looks around.
  await until('no worker keeps this run out', () =>
    withClock(
      () => noon,
      () => deliverDue(),
    ),
  )
}

/** What somebody sends at this moment: a lease is longer than anything waits by day. What waits for the morning is due at its hour. */
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

/** What somebody was told, oldest first. */
export function toldTo(userId: string): Promise<Told[]> {
  return rows<Told>(
    db(),
    'SELECT kind::text, template, data FROM notification WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  )
}

/** News of a withdrawal that was paid; `occasion` is its reference as well. */
export const paidWithdrawal = (person: SignedIn, occasion: string): News => ({
  userId: person.user.id,
  occasion,
  template: 'withdrawal_paid',
  data: { reference: occasion, amount: 150, receipt: 'SKL81H2J0Q' },
})

/** News of a video that was approved; its title is the occasion. */
export const approvedVideo = (person: SignedIn, title: string): News => ({
  userId: person.user.id,
  occasion: title,
  template: 'video_approved',
  data: { title, video_id: '0190a7c2-0000-7000-8000-000000000001' },
})
