import type { StaffMember } from '#lib/contract/staff.ts'
import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { endClaimsOf } from '#lib/domain/review/commands.ts'
import { readStaffMember } from './queries.ts'

export type StaffSwitch = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Lets somebody of the staff sign in again. Again: nothing changes.
 * @throws NotFoundError
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
    await tx.client.query('UPDATE app_user SET is_active = $2 WHERE id = $1', [id, active])
    if (!active) {
      await endSessions(tx, { userId: id }, 'deactivated', now())
      await endClaimsOf(tx, id)
    }
    await recordAudit(tx, {
      actor: by,
      action: active ? 'staff.activated' : 'staff.deactivated',
      subject: { type: 'user', id },
      before: { is_active: member.is_active },
      after: { is_active: active },
      address,
    })
  })
  return readStaffMember(id, by.id)
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
