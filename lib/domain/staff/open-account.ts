import type { z } from 'zod'
import type { inviteStaff as inviteStaffCall } from '#lib/contract/staff/calls.ts'
import { newSecret } from '#lib/core/ids.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { createUser } from '#lib/domain/accounts/commands.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

/** Who is invited to the desk, as the call of an invitation takes it. */
export type Invited = z.output<typeof inviteStaffCall.body>

/** Who invites: somebody of the desk, or whoever runs the servers by a command (null). */
type Inviter = { readonly by: { readonly id: string } | null; readonly address?: string }

/**
 * Opens the account of somebody of the staff, on record. Nobody can sign in to it until its link has been used to choose a
 * password: the first one is a secret that nobody is told.
 * @param alongside what else belongs to the same transaction, before the record is written
 * @returns the account's id
 * @throws ValidationError on `email` and `username` where other accounts have them
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
