import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import type { Payout, PayoutState } from './schema.ts'

/** Reads a payout and locks it until the transaction ends. */
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
 * Refuses whoever would decide about their own money: the owner of a payout, and whose phone it goes to.
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
 * Holds the amount of a payout on its wallet, or ends the hold. Doing the same again changes nothing.
 * @throws DatabaseError account_covers_holds where the wallet does not have the amount
 */
export async function setHold(on: Queryable, payoutId: string, hold: boolean): Promise<void> {
  await sql`SELECT hold_payout(${payoutId}, ${hold})`.execute(kysely(on))
}

/** `nextCheckAt` and `resultCode` stay as they are where they are not named. */
type Change = { state: PayoutState; resultCode?: string; nextCheckAt?: Date | null; closedAt?: Date }

/** Moves a payout to another state, and tells its owner's open pages. */
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

/** Has the owner's open pages read the wallet again. */
export async function tellOwner(tx: Tx, ownerId: string): Promise<void> {
  await emit(tx, membersChanged, { user_ids: [ownerId] })
}
