import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { ForbiddenError } from '#lib/core/errors.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import type { Payout, PayoutState } from './schema.ts'

/** A payout by its id, locked until the transaction ends. */
export function lockPayout(on: Queryable, id: string): Promise<Payout | undefined> {
  return firstRow(on, {
    name: 'payout-lock',
    text: `SELECT id, owner_id AS "ownerId", account_id AS "accountId", reference, amount, state::text, is_held AS "isHeld",
        attempt_id AS "attemptId", conversation_id AS "conversationId" FROM payout WHERE id = $1 FOR NO KEY UPDATE`,
    values: [id],
  })
}

/**
 * Nobody decides about their own money: not its owner, nor whose phone it goes to.
 * @throws ForbiddenError
 */
export async function requireOthersPayout(on: Queryable, id: string, personId: string): Promise<void> {
  const own = await firstRow(
    on,
    `SELECT 1 FROM payout p JOIN app_user u ON u.id = $2 WHERE p.id = $1
      AND (p.owner_id = u.id OR p.phone = regexp_replace(u.phone_number, '\\D', '', 'g'))`,
    [id, personId],
  )
  if (own) throw new ForbiddenError()
}

/**
 * Holds the amount on the wallet, or lets it go; the same again does nothing.
 * @throws DatabaseError account_covers_holds where the wallet does not have it
 */
export async function setHold(on: Queryable, payoutId: string, hold: boolean): Promise<void> {
  await rows(on, { name: 'payout-hold', text: 'SELECT hold_payout($1, $2)', values: [payoutId, hold] })
}

type Change = { state: PayoutState; resultCode?: string; nextCheckAt?: Date | null; closedAt?: Date }

/** Moves a payout to another state; its owner's pages hear of it. `nextCheckAt` is left alone where it is not named. */
export async function changePayout(
  tx: Tx,
  { id, ownerId }: Pick<Payout, 'id' | 'ownerId'>,
  change: Change,
): Promise<void> {
  const { state, resultCode, nextCheckAt, closedAt } = change
  await rows(tx.client, {
    name: 'payout-change',
    text: `UPDATE payout SET state = $2::payout_state, result_code = coalesce($3, result_code),
        next_check_at = CASE WHEN $4 THEN $5 ELSE next_check_at END, closed_at = $6 WHERE id = $1`,
    values: [id, state, resultCode ?? null, nextCheckAt !== undefined, nextCheckAt ?? null, closedAt ?? null],
  })
  await tellOwner(tx, ownerId)
}

/** The owner's open pages look at the wallet again. */
export async function tellOwner(tx: Tx, ownerId: string): Promise<void> {
  await emit(tx, membersChanged, { user_ids: [ownerId] })
}
