import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { eraseNames } from '#lib/domain/accounts/erase-names.ts'
import { endLinks } from '#lib/domain/accounts/mailed-links.ts'
import { requestLink } from '#lib/domain/accounts/request-link.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { isOnlySuperAdmin, requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { endClaimsOf } from '#lib/domain/review/commands.ts'
import { readStaffMember } from './queries.ts'

export type StaffSwitch = {
  readonly id: string
  readonly by: { readonly id: string }
  readonly address: string
}

/**
 * Activates a member of staff, or confirms the invitation of a new super admin. Idempotent.
 * @throws NotFoundError
 * @throws ForbiddenError if the caller was deactivated meanwhile
 * @throws RuleError second_person (403) for the inviter of a new super admin, not_two_people (403) if inviter
 *   and caller do not count as two people, requester_gone (409)
 */
export function activateStaff(change: StaffSwitch): Promise<StaffMember> {
  return changeStaff(change, async (tx, member) => {
    if (member.isActive) return
    const waiting = await lockWaiting(tx, change.id)
    await (waiting ? letIn(tx, change, waiting) : letBack(tx, change))
  })
}

/**
 * Deactivates a member of staff: ends sessions, sockets and claims, and blocks sign-ins. Idempotent.
 * @throws NotFoundError
 * @throws ForbiddenError if the caller was deactivated meanwhile
 * @throws RuleError own_account (403), last_super_admin (409)
 */
export async function deactivateStaff(change: StaffSwitch): Promise<StaffMember> {
  if (change.id === change.by.id) throw new RuleError('own_account.deactivate', 403)
  return changeStaff(change, async (tx, member, admins) => {
    if (!member.isActive) return
    if (admins.every((admin) => admin === change.id)) throw new RuleError('last_super_admin', 409)
    await shutOut(tx, change)
  })
}

/**
 * Withdraws an invitation before the invited person has joined: releases name and email, and ends the links.
 * The user's row stays under a neutral name, because the audit refers to it.
 * @throws NotFoundError also if the invitation was already withdrawn
 * @throws ForbiddenError if the caller was deactivated meanwhile
 * @throws RuleError own_account (403), has_joined (409)
 */
export async function withdrawInvitation({ id, by, address }: StaffSwitch): Promise<void> {
  if (id === by.id) throw new RuleError('own_account.invitation', 403)
  await transaction(async (tx) => {
    await endLinks(tx, id)
    const { member } = await lockDesk(tx, id, by.id)
    await withdraw(tx, member, { actor: by, address })
  })
}

/** Runs with the member and all super admins locked. */
type Change = (tx: Tx, member: Locked, admins: readonly string[]) => Promise<void>

async function changeStaff({ id, by }: StaffSwitch, change: Change): Promise<StaffMember> {
  await transaction(async (tx) => {
    const { member, admins } = await lockDesk(tx, id, by.id)
    await change(tx, member, admins)
  })
  return readStaffMember(id, by.id)
}

type WaitingInvitation = { readonly invitedBy: string; readonly email: string }

/** Locks the invitation of a new super admin that waits for a second super admin's confirmation. */
function lockWaiting(tx: Tx, id: string): Promise<WaitingInvitation | undefined> {
  return tx.kysely
    .selectFrom('staffInvitation as i')
    .innerJoin('appUser as u', 'u.id', 'i.userId')
    .select(['i.invitedBy', 'u.email'])
    .where('i.userId', '=', id)
    .where('i.confirmedAt', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()
}

/**
 * Confirms the invitation of a super admin and mails the link. Inviter and confirmer must be two people,
 * unless the inviter is the only super admin.
 */
async function letIn(
  tx: Tx,
  change: StaffSwitch,
  { invitedBy: inviter, email }: WaitingInvitation,
): Promise<void> {
  const by = change.by.id
  if (!(await isOnlySuperAdmin(tx.client, by))) {
    if (inviter === by) throw new RuleError('second_person.invitation', 403)
    await requireTwoPeople(tx.client, inviter, by)
  }
  await tx.kysely
    .updateTable('staffInvitation')
    .set({ confirmedBy: inviter === by ? null : by, confirmedAt: now() })
    .where('userId', '=', change.id)
    .execute()
  await setActive(tx, change, true, 'staff.confirmed')
  await requestLink(tx, email, 'staff_invited')
}

async function letBack(tx: Tx, change: StaffSwitch): Promise<void> {
  await setActive(tx, change, true, 'staff.activated')
}

async function shutOut(tx: Tx, change: StaffSwitch): Promise<void> {
  await setActive(tx, change, false, 'staff.deactivated')
  await endSessions(tx, { userId: change.id }, 'deactivated', now())
  await endClaimsOf(tx, change.id)
}

/**
 * Erases the account of an invitation, to which nobody has ever signed in. The caller has ended its links
 * (`endLinks`).
 * @param record actor and address for the audit
 * @throws RuleError has_joined (409)
 */
export async function withdraw(
  tx: Tx,
  { id, role, isEmailVerified: hasJoined }: Locked,
  record: Pick<AuditRecord, 'actor' | 'address'>,
): Promise<void> {
  if (hasJoined) throw new RuleError('has_joined', 409)
  await eraseNames(tx, { id, name: 'Withdrawn invitation' }, now())
  await recordAudit(tx, {
    ...record,
    action: 'staff.withdrawn',
    subject: { type: 'user', id },
    after: record.actor === null ? { role, by: 'command' } : { role },
  })
}

async function setActive(
  tx: Tx,
  { id, by, address }: StaffSwitch,
  active: boolean,
  action: AuditRecord['action'],
): Promise<void> {
  await tx.kysely.updateTable('appUser').set({ isActive: active }).where('id', '=', id).execute()
  await recordAudit(tx, {
    actor: by,
    action,
    subject: { type: 'user', id },
    before: { is_active: !active },
    after: { is_active: active },
    address,
  })
}

/** Locks as `lockStaff`. @throws ForbiddenError unless the caller is an active super admin */
export async function lockDesk(tx: Tx, id: string, by: string) {
  const locked = await lockStaff(tx, id)
  if (!locked.admins.includes(by)) throw new ForbiddenError()
  return locked
}

type Locked = Awaited<ReturnType<typeof lockStaff>>['member']

/**
 * Locks the member and all super admins in order of id, so that concurrent deactivations cannot deadlock or
 * leave no super admin. @returns the member, and the ids of active super admins
 */
export async function lockStaff(tx: Tx, id: string) {
  const locked = await tx.kysely
    .selectFrom('appUser')
    .select(['id', 'role', 'isActive', 'isEmailVerified'])
    .where('deletedAt', 'is', null)
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
  const admins = locked.filter(({ role, isActive }) => role === 'super_admin' && isActive)
  return { member, admins: admins.map((admin) => admin.id) }
}
