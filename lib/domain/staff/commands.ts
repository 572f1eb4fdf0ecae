import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { requestLink } from '#lib/domain/accounts/request-link.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { isOnlySuperAdmin } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { endClaimsOf } from '#lib/domain/review/commands.ts'
import { readStaffMember } from './queries.ts'

export type StaffSwitch = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Lets somebody of the staff sign in again, or a new super admin for the first time. Again: nothing changes.
 * @throws NotFoundError
 * @throws RuleError second_person (403) where a new super admin was invited by whoever asks
 */
export function activateStaff(change: StaffSwitch): Promise<StaffMember> {
  return setActive(change, true)
}

/**
 * Ends all sessions of somebody of the staff, their sockets and what they look at with them, and lets them sign in no
 * more. Again: nothing changes.
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
    await tx.client.query('UPDATE app_user SET is_active = $2 WHERE id = $1', [id, active])
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
 * Lets a new super admin in whom another has invited, and mails the link. The inviter may do so only where nobody else could.
 * @returns whether it was a new one
 */
async function confirmInvitation(tx: Tx, id: string, by: string): Promise<boolean> {
  const waiting = await firstRow<{ invited_by: string; email: string }>(
    tx.client,
    `SELECT i.invited_by, u.email FROM staff_invitation i JOIN app_user u ON u.id = i.user_id
      WHERE i.user_id = $1 AND i.confirmed_at IS NULL FOR UPDATE OF i`,
    [id],
  )
  if (!waiting) return false
  if (waiting.invited_by === by && !(await isOnlySuperAdmin(tx.client, by)))
    throw new RuleError('second_person', 'Another super admin has to confirm whom you have invited.', 403)
  await tx.client.query(
    'UPDATE staff_invitation SET confirmed_by = $2, confirmed_at = $3 WHERE user_id = $1',
    [id, waiting.invited_by === by ? null : by, now()],
  )
  await tx.client.query('UPDATE app_user SET is_active = true WHERE id = $1', [id])
  await requestLink(tx, waiting.email, 'staff_invited')
  return true
}

type Locked = { id: string; role: string; is_active: boolean }

/**
 * Locks the member and every super admin, in one order: two who deactivate each other at once can not both do it, and
 * neither can two who together would leave none.
 */
export async function lockStaff(tx: Tx, id: string): Promise<{ member: Locked; admins: string[] }> {
  const locked = await rows<Locked>(
    tx.client,
    `SELECT id, role::text AS role, is_active FROM app_user
      WHERE deleted_at IS NULL AND (role = 'super_admin' OR (role = 'compliance_officer' AND id = $1))
      ORDER BY id FOR NO KEY UPDATE`,
    [id],
  )
  const member = locked.find((one) => one.id === id)
  if (!member) throw new NotFoundError()
  const admins = locked.filter(({ role, is_active }) => role === 'super_admin' && is_active)
  return { member, admins: admins.map((admin) => admin.id) }
}
