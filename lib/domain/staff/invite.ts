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
      const invitedAt = now()
      // The invitation waits from the beginning, so that the new account does not count as a second super admin.
      await tx.prisma.staffInvitation.create({ data: { userId, invitedById: by.id, invitedAt } })
      if (role !== 'super_admin' || (await isOnlySuperAdmin(tx.client, by.id))) {
        await tx.prisma.staffInvitation.update({ where: { userId }, data: { confirmedAt: invitedAt } })
        await requestLink(tx, email, 'staff_invited')
      } else
        await tx.prisma.user.update({
          where: { id: userId },
          data: { isActive: false },
          select: { id: true },
        })
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
