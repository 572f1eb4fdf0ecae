import { UnauthenticatedError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'

/**
 * Makes sure that somebody's account is not closed, nor closed before this transaction ends. A process trusts a session for
 * some seconds (live-sessions.ts), and a write may have to wait for the closing: what either brought would stay in the
 * erased account for good. Called before anything else is locked, as the closing locks the account before all else
 * (lib/domain/profiles/delete-account.ts): so the two never wait for each other in a circle.
 * @throws UnauthenticatedError where it is closed
 */
export async function lockLiveAccount(tx: Tx, userId: string): Promise<void> {
  // The weakest lock that waits for the closing: a person's writes do not wait for each other, nor for their sign-in.
  await requireOne(liveAccount(tx, userId).forKeyShare())
}

/**
 * Locks an account to close it: what its owner writes beside this waits, and is refused.
 * @throws UnauthenticatedError where it is closed already
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
