import { sql } from 'kysely'
import { lockName } from '#lib/core/advisory-lock.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { LAUNCH_RESERVATION_SECONDS } from './policy.ts'

// The launch fee is for the first dancers ever, so its slots are counted over all months.

/**
 * Selects unpaid subscriptions that hold a launch slot, because their recent prompt at the launch fee may
 * still be paid.
 */
function reservations(on: Queryable, moment: Date) {
  return kysely(on)
    .selectFrom('subscriptionPayment as p')
    .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
    .innerJoin('paymentIntent as i', 'i.id', 'p.intentId')
    .select('p.subscriptionId')
    .distinct()
    .where((eb) => eb.ref('p.isLaunch'))
    .where('p.createdAt', '>', reservedSince(moment))
    .where('s.status', '<>', 'paid')
    .where('i.state', 'not in', ['declined', 'refund_pending', 'refunded'])
}

/** Counts paid slots, and lists subscriptions that reserve one. */
export async function readLaunchSlots(on: Queryable, moment: Date) {
  const { paid, reserved } = await kysely(on)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('subscription')
        .select((s) => s.cast<number>(s.fn.countAll(), 'int4').as('count'))
        .where((s) => s.ref('isLaunch'))
        .where('status', '=', 'paid')
        .$asScalar()
        .as('paid'),
      sql<string[]>`array(${reservations(on, moment)})::text[]`.as('reserved'),
    ])
    .executeTakeFirstOrThrow()
  return { taken: (paid ?? 0) + reserved.length, reservedBy: new Set(reserved) }
}

export async function countLaunchSlots(on: Queryable, moment: Date): Promise<number> {
  return (await readLaunchSlots(on, moment)).taken
}

/**
 * Blocks every other use of launch slots until the transaction ends.
 * @returns how many are taken, and which subscriptions reserve one
 */
export async function lockLaunchSlots(
  on: Queryable,
  moment: Date,
): Promise<{ taken: number; reservedBy: Set<string> }> {
  await lockName(on, 'launch-slots')
  // A separate statement after the lock, to see what the former holder committed.
  return readLaunchSlots(on, moment)
}

/** Prompts before this time reserve no slot any more. */
function reservedSince(moment: Date): Date {
  return addSeconds(moment, -LAUNCH_RESERVATION_SECONDS)
}
