import { sql } from 'kysely'
import { z } from 'zod'
import type { RoleName } from '#lib/contract/call.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { closeAccount } from './delete-account.ts'
import { collectAccount } from './export.ts'

export type Owner = { readonly id: string; readonly username: string; readonly role: RoleName }

/**
 * Finds an account, also a deactivated one.
 * @param who an email, a username or an id, in any case
 * @returns null if unknown or closed
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
  // If one person's username is another's email, the result is ambiguous.
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The audit has the reason and no actor. */
export function exportByCommand({ id }: Owner, reason: string): Promise<Record<string, unknown>> {
  return collectAccount(id, { actor: null, after: { by: 'command', reason } })
}

/**
 * Erases an account for an operator, by the rules for owners who close their account.
 * @param givenUp remainder in shillings, if too little is left to withdraw
 * @returns the amount given up, in cents
 * @throws RuleError, UnauthenticatedError as `deleteAccount`
 */
export function eraseByCommand(owner: Owner, reason: string, givenUp: number | undefined): Promise<Cents> {
  const record = { actor: null, after: { by: 'command', reason } }
  return closeAccount({ leaver: owner, givenUp, isTold: true, record })
}
