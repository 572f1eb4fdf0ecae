import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requestLink } from '#lib/domain/accounts/request-link.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { isOnlySuperAdmin, requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { endClaimsOf } from '#lib/domain/review/commands.ts'
import { readStaffMember } from './queries.ts'

export type StaffSwitch = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Lets somebody of the staff sign in again, or a new super admin for the first time. A second call changes nothing.
 * @throws NotFoundError
 * @throws RuleError second_person (403) where a new super admin was invited by whoever asks, not_two_people (403) where
 * inviter and whoever asks are not two people
 */
export function activateStaff(change: StaffSwitch): Promise<StaffMember> {
  return setActive(change, true)
}

/**
 * Ends all sessions of somebody of the staff, their sockets and their claims on cases, and lets them sign in no
 * more. A second call changes nothing.
 * @throws NotFoundError
 * @throws ForbiddenError where whoever asks was deactivated in this moment
 * @throws RuleError own_account (403), last_super_admin (409)
 */
export function deactivateStaff(change: StaffSwitch): Promise<StaffMember> {
  if (change.id === change.by.id)
    throw new RuleError('own_account', 'You cannot deactivate your own account.', 403)
  return setActive(change, false)
}

async function setActive({ id, by, address }: StaffSwitch, active: boolean): Promise<StaffMember> {
  await transaction(async (tx) => {
    const { member, admins } = await lockStaff(tx, id)
    if (member.is_active === active) return
    if (!admins.includes(by.id)) throw new ForbiddenError()
    if (!active && admins.every((admin) => admin === id))
      throw new RuleError('last_super_admin', 'The last active super admin stays active.', 409)
    const isNew = active && (await confirmInvitation(tx, id, by.id))
    await tx.prisma.user.update({ where: { id }, data: { isActive: active }, select: { id: true } })
    if (!active) {
      await endSessions(tx, { userId: id }, 'deactivated', now())
      await endClaimsOf(tx, id)
    }
    await recordAudit(tx, {
      actor: by,
      action: isNew ? 'staff.confirmed' : active ? 'staff.activated' : 'staff.deactivated',
      subject: { type: 'user', id },
      before: { is_active: member.is_active },
      after: { is_active: active },
      address,
    })
  })
  return readStaffMember(id, by.id)
}

/**
 * Lets a new super admin in whom another has invited, and mails the link. Inviter and confirmer are two people, unless nobody
 * else is there: the only super admin invites at once, too.
 * @returns whether it was a new one
 */
async function confirmInvitation(tx: Tx, id: string, by: string): Promise<boolean> {
  const waiting = await tx.kysely
    .selectFrom('staff_invitation as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select(['i.invited_by', 'u.email'])
    .where('i.user_id', '=', id)
    .where('i.confirmed_at', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()
  if (!waiting) return false
  if (!(await isOnlySuperAdmin(tx.client, by))) {
    if (waiting.invited_by === by)
      throw new RuleError('second_person', 'Another super admin has to confirm whom you have invited.', 403)
    await requireTwoPeople(tx.client, waiting.invited_by, by)
  }
  await tx.prisma.staffInvitation.update({
    where: { userId: id },
    data: { confirmedById: waiting.invited_by === by ? null : by, confirmedAt: now() },
  })
  await tx.prisma.user.update({ where: { id }, data: { isActive: true }, select: { id: true } })
  await requestLink(tx, waiting.email, 'staff_invited')
  return true
}

/**
 * Locks the member and every super admin, in one order: two who deactivate each other at once can not both do it, and
 * neither can two who together would leave none.
 */
export async function lockStaff(tx: Tx, id: string) {
  const locked = await tx.kysely
    .selectFrom('app_user')
    .select(['id', 'role', 'is_active'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('role', '=', 'super_admin'),
        eb.and([eb('role', '=', 'compliance_officer'), eb('id', '=', id)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const member = locked.find((one) => one.id === id)
  if (!member) throw new NotFoundError()
  const admins = locked.filter(({ role, is_active }) => role === 'super_admin' && is_active)
  return { member, admins: admins.map((admin) => admin.id) }
}
