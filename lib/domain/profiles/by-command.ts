import { sql } from 'kysely'
import { z } from 'zod'
import type { RoleName } from '#lib/contract/call.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { closeAccount } from './delete-account.ts'
import { collectAccount } from './export.ts'

/** The person of an account that an operator works on. */
export type Owner = { readonly id: string; readonly username: string; readonly role: RoleName }

/**
 * Finds whose account somebody means, also where it is deactivated.
 * @param who an email, a username or an id, in any case
 * @returns null where nobody has it, also where they have closed their account
 */
export async function findOwner(who: string): Promise<Owner | null> {
  const typed = who.trim()
  const found = await kysely(db())
    .selectFrom('appUser')
    .select(['id', 'username', 'role'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('email', '=', typed.toLowerCase()),
        eb(sql`lower(username)`, '=', sql`lower(${typed})`),
        ...(z.uuid().safeParse(typed).success ? [eb('id', '=', typed)] : []),
      ]),
    )
    .execute()
  // Where one person's username were another one's email, nobody is guessed at.
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Returns what an account's own export gives, by a command on the server. The audit names no person of the desk, and says why. */
export function exportByCommand({ id }: Owner, reason: string): Promise<Record<string, unknown>> {
  return collectAccount(id, { actor: null, after: { by: 'command', reason } })
}

/**
 * Closes an account by a command on the server, by the rules of its owner's own closing.
 * @param givenUp the amount in shillings that its owner gives up, where so little is left that it can not be withdrawn
 * @returns what was given up, in cents
 * @throws RuleError, UnauthenticatedError as `deleteAccount`
 */
export function eraseByCommand(owner: Owner, reason: string, givenUp: number | undefined): Promise<Cents> {
  const record = { actor: null, after: { by: 'command', reason } }
  return closeAccount({ leaver: owner, givenUp, isTold: true, record })
}
