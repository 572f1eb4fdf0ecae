import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { PHONE_WAIT_SECONDS } from './policy.ts'
import type { Payout, PayoutState } from './schema.ts'

export function lockPayout(on: Queryable, id: string): Promise<Payout | undefined> {
  return kysely(on)
    .selectFrom('payout')
    .select(['id', 'ownerId', 'accountId', 'reference', 'amount', 'state'])
    .select(['isHeld', 'attemptId', 'conversationId'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Nobody decides about their own payout: refuses its owner, and the owner of its phone.
 * @throws ForbiddenError
 */
export async function requireOthersPayout(on: Queryable, id: string, personId: string): Promise<void> {
  const own = await kysely(on)
    .selectFrom('payout as p')
    .innerJoin('appUser as u', (join) => join.on('u.id', '=', personId))
    .select('p.id')
    .where('p.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('p.ownerId', '=', eb.ref('u.id')),
        eb('p.phone', '=', sql<string>`regexp_replace(${eb.ref('u.phoneNumber')}, '\\D', '', 'g')`),
      ]),
    )
    .executeTakeFirst()
  if (own) throw new ForbiddenError()
}

/**
 * Starts or ends a hold; idempotent. @throws DatabaseError account_covers_holds if the wallet lacks the
 * amount
 */
export async function setHold(on: Queryable, payoutId: string, hold: boolean): Promise<void> {
  await sql`SELECT hold_payout(${payoutId}, ${hold})`.execute(kysely(on))
}

/** `nextCheckAt` and `resultCode` keep their values if absent. */
type Change = { state: PayoutState; resultCode?: string; nextCheckAt?: Date | null; closedAt?: Date }

/** Changes a payout and notifies the owner's open pages. */
export async function changePayout(
  tx: Tx,
  { id, ownerId }: Pick<Payout, 'id' | 'ownerId'>,
  { state, resultCode, nextCheckAt, closedAt }: Change,
): Promise<void> {
  await tx.kysely
    .updateTable('payout')
    .set({ state, resultCode, nextCheckAt, closedAt: closedAt ?? null })
    .where('id', '=', id)
    .execute()
  await tellOwner(tx, ownerId)
}

/** Makes the owner's open pages read the wallet again. */
export async function tellOwner(tx: Tx, ownerId: string): Promise<void> {
  await emit(tx, membersChanged, { user_ids: [ownerId] })
}

/**
 * SQL: whether account `u` with profile `k` may be paid: active, identity approved, not frozen, and no change
 * of the phone within a day. Checked at the approval and again at sending, since much time may lie between.
 * The sending statement locks both rows, to see a concurrent change.
 */
export const isPayable =
  (moment: Date) => (eb: ExpressionBuilder<DB & { u: DB['appUser']; k: DB['profile'] }, 'u' | 'k'>) =>
    eb.and([
      eb('u.isActive', 'is', true),
      eb('u.withdrawalsFrozenAt', 'is', null),
      eb('k.kycStatus', '=', 'approved'),
      eb.or([
        eb('u.phoneChangedAt', 'is', null),
        eb('u.phoneChangedAt', '<=', addSeconds(moment, -PHONE_WAIT_SECONDS)),
      ]),
    ])
