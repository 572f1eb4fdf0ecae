import { UnauthenticatedError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'

/**
 * Locks an account against closing until the transaction ends. Processes trust a session for seconds
 * (live-sessions.ts), so a write could otherwise reach an erased account. Call it before any other lock, as
 * lib/domain/profiles/delete-account.ts does: this avoids deadlocks.
 * @throws UnauthenticatedError if the account is closed
 */
export async function lockLiveAccount(tx: Tx, userId: string): Promise<void> {
  // This lock conflicts only with the closing: a user's writes wait neither for each other nor for a sign-in.
  await requireOne(liveAccount(tx, userId).forKeyShare())
}

/**
 * Locks an account to close it; concurrent writes of its owner wait and are refused.
 * @throws UnauthenticatedError if it is closed already
 */
export async function lockForClosing(tx: Tx, userId: string): Promise<void> {
  await requireOne(liveAccount(tx, userId).forUpdate())
}

function liveAccount(tx: Tx, userId: string) {
  return tx.kysely.selectFrom('appUser').select('id').where('id', '=', userId).where('deletedAt', 'is', null)
}

async function requireOne(accounts: ReturnType<typeof liveAccount>): Promise<void> {
  if (!(await accounts.executeTakeFirst())) throw new UnauthenticatedError()
}
