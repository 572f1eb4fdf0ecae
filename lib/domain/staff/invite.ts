import type { z } from 'zod'
import type { inviteStaff as inviteStaffCall, StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { newSecret } from '#lib/core/ids.ts'
import { createUser } from '#lib/domain/accounts/commands.ts'
import { requestLink } from '#lib/domain/accounts/request-link.ts'
import { isOnlySuperAdmin } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readStaffMember } from './queries.ts'

export type Invitation = z.output<typeof inviteStaffCall.body> & {
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Opens an account for an officer or super admin and mails its link, which works once, to choose a password. Until then
 * nobody can sign in: the first password is a secret that nobody is told. A new super admin waits, without a mail, until
 * another super admin than the inviter activates the account (`activateStaff`), unless there is no other.
 * @throws ValidationError on `email` and `username` where other accounts have them
 */
export async function inviteStaff(invitation: Invitation): Promise<StaffMember> {
  const { first_name, last_name, email, role, by, address } = invitation
  const displayName = `${first_name} ${last_name}`
  const username = invitation.username ?? displayName
  const id = await createUser(
    { username, email, password: newSecret(), displayName, role, isEmailVerified: false },
    async (tx, userId) => {
      // Waiting first: whoever is asked for is no second super admin yet.
      await tx.client.query(
        `INSERT INTO staff_invitation (user_id, invited_by, invited_at) VALUES ($1, $2, $3)`,
        [userId, by.id, now()],
      )
      if (role !== 'super_admin' || (await isOnlySuperAdmin(tx.client, by.id))) {
        await tx.client.query('UPDATE staff_invitation SET confirmed_at = invited_at WHERE user_id = $1', [
          userId,
        ])
        await requestLink(tx, email, 'staff_invited')
      } else await tx.client.query('UPDATE app_user SET is_active = false WHERE id = $1', [userId])
      await recordAudit(tx, {
        actor: by,
        action: 'staff.invited',
        subject: { type: 'user', id: userId },
        after: { role },
        address,
      })
    },
  )
  return readStaffMember(id, by.id)
}
