import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { requestLink } from '#lib/domain/accounts/request-link.ts'
import { isOnlySuperAdmin } from '#lib/domain/approvals/two-people.ts'
import { lockDesk } from './commands.ts'
import { type Invited, openStaffAccount } from './open-account.ts'
import { readStaffMember } from './queries.ts'

export type Invitation = Invited & {
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Opens an account and mails a one-time link to choose a password. For a new super admin the mail waits until
 * a super admin other than the inviter, if there is one, activates the account (`activateStaff`).
 * @throws ValidationError on `email` and `username` if another account has them
 * @throws ForbiddenError if the inviter was deactivated meanwhile
 */
export async function inviteStaff(invitation: Invitation): Promise<StaffMember> {
  const { email, role, by } = invitation
  const id = await openStaffAccount(invitation, invitation, async (tx, userId) => {
    await lockDesk(tx, userId, by.id)
    const invitedAt = now()
    // Inserts it unconfirmed first, so that `isOnlySuperAdmin` does not count the new account.
    await tx.kysely.insertInto('staffInvitation').values({ userId, invitedBy: by.id, invitedAt }).execute()
    if (role !== 'super_admin' || (await isOnlySuperAdmin(tx.client, by.id))) {
      await tx.kysely
        .updateTable('staffInvitation')
        .set({ confirmedAt: invitedAt })
        .where('userId', '=', userId)
        .execute()
      await requestLink(tx, email, 'staff_invited')
    } else await tx.kysely.updateTable('appUser').set({ isActive: false }).where('id', '=', userId).execute()
  })
  return readStaffMember(id, by.id)
}
