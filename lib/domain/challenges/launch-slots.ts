import { addSeconds } from '#lib/core/clock.ts'
import { firstRow, type Queryable } from '#lib/core/db.ts'
import { LAUNCH_RESERVATION_SECONDS } from './policy.ts'

// The launch fee is for the first dancers ever to pay, so its slots are counted over all months (design/api.md).

/** SQL: unpaid subscriptions whose prompt went out at the launch fee after `since` and may still be paid. */
function reservations(since: string): string {
  return `SELECT DISTINCT p.subscription_id FROM subscription_payment p
    JOIN subscription s ON s.id = p.subscription_id JOIN payment_intent i ON i.id = p.intent_id
    WHERE p.is_launch AND p.created_at > ${since} AND s.status <> 'paid' AND i.state NOT IN ('declined', 'refund_pending', 'refunded')`
}

/** SQL: how many launch slots are paid or reserved. `since` is the parameter with `reservedSince`. */
export function launchSlotsTaken(since: string): string {
  return `((SELECT count(*) FROM subscription WHERE is_launch AND status = 'paid')
    + (SELECT count(*) FROM (${reservations(since)}) AS reserved))::int`
}

/** Reservations made before it have lapsed. */
export function reservedSince(moment: Date): Date {
  return addSeconds(moment, -LAUNCH_RESERVATION_SECONDS)
}

/**
 * Holds everybody else's use of launch slots up until this transaction ends, and says how they stand.
 * @returns how many are taken, and the subscriptions that hold a reservation among them
 */
export async function lockLaunchSlots(
  on: Queryable,
  moment: Date,
): Promise<{ taken: number; reservedBy: Set<string> }> {
  await on.query(`SELECT pg_advisory_xact_lock(hashtextextended('launch-slots', 0))`)
  const since = reservedSince(moment)
  // A statement of its own after the lock: it has to see what the former holder has committed.
  const row = await firstRow<{ taken: number; reserved: string[] }>(on, {
    name: 'launch-slots-locked',
    text: `SELECT ${launchSlotsTaken('$1')} AS taken, ARRAY(${reservations('$1')})::text[] AS reserved`,
    values: [since],
  })
  return { taken: row?.taken ?? 0, reservedBy: new Set(row?.reserved) }
}
