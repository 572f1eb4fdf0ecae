import type { z } from 'zod'
import type { inviteStaff as inviteStaffCall } from '#lib/contract/staff/calls.ts'
import { newSecret } from '#lib/core/ids.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { createUser } from '#lib/domain/accounts/commands.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

export type Invited = z.output<typeof inviteStaffCall.body>

/** A super admin, or an operator (null). */
type Inviter = { readonly by: { readonly id: string } | null; readonly address?: string }

/**
 * Creates an account, audited. Nobody can sign in before the link has set a password: the initial password is
 * random and not disclosed.
 * @param alongside other writes of the transaction, before the audit record
 * @returns the account's id
 * @throws ValidationError on `email` and `username` if another account has them
 */
export function openStaffAccount(
  { first_name, last_name, email, role, username }: Invited,
  { by, address }: Inviter,
  alongside: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  const displayName = `${first_name} ${last_name}`
  return createUser(
    {
      username: username ?? displayName,
      email,
      password: newSecret(),
      displayName,
      role,
      isEmailVerified: false,
    },
    async (tx, userId) => {
      await alongside(tx, userId)
      await recordAudit(tx, {
        actor: by,
        action: 'staff.invited',
        subject: { type: 'user', id: userId },
        after: by === null ? { role, by: 'command' } : { role },
        address,
      })
    },
  )
}
