import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { removeSecondFactor } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { lockDesk, lockStaff, type StaffSwitch } from './commands.ts'
import { readStaffMember } from './queries.ts'

const WAITING = 'staff.second_factor_reset_asked'

/**
 * Requests a reset for a colleague who has lost authenticator app and recovery codes. The request waits for a
 * second super admin, and a mail notifies the colleague. Idempotent; no-op without an app.
 * @throws NotFoundError
 * @throws ForbiddenError if the caller was deactivated meanwhile
 * @throws RuleError own_account (403)
 */
export async function askFactorReset({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  if (id === by.id) throw new RuleError('own_account.second_factor', 403)
  await transaction(async (tx) => {
    await lockDesk(tx, id, by.id)
    if (!(await hasFactor(tx, id)) || (await waitingReset(tx, id))) return
    await tx.kysely
      .insertInto('secondFactorReset')
      .values({ id: newId(), userId: id, requestedBy: by.id, requestedAt: now() })
      .execute()
    await recordAudit(tx, about(WAITING, { id, by, address }))
    await sendMail(tx, { userId: id, template: 'second_factor_reset_asked', data: {} })
  })
  return readStaffMember(id, by.id)
}

/**
 * Approves a reset by a second super admin: removes app and recovery codes, ends the owner's sessions, and
 * mails the owner to set up a new app.
 * @throws NotFoundError without a request
 * @throws ForbiddenError if the confirmer was deactivated meanwhile
 * @throws RuleError own_account, same_person, not_two_people (403), requester_gone (409)
 */
export async function approveFactorReset({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  if (id === by.id) throw new RuleError('own_account.second_factor', 403)
  await transaction(async (tx) => {
    await lockDesk(tx, id, by.id)
    const waiting = await waitingReset(tx, id)
    if (!waiting) throw new NotFoundError()
    if (waiting.requestedBy === by.id) throw new RuleError('same_person', 403)
    await requireTwoPeople(tx.client, waiting.requestedBy, by.id)
    await decide(tx, waiting.id, 'completed', by.id)
    await forgetFactor(tx, id, {
      ...about('staff.second_factor_reset', { id, by, address }),
      after: { requested_by: waiting.requestedBy },
    })
  })
  return readStaffMember(id, by.id)
}

/**
 * Rejects a reset; the requester and the app's owner may do so too.
 * @throws NotFoundError without a request
 * @throws ForbiddenError if the caller was deactivated meanwhile
 */
export async function rejectFactorReset({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  await transaction(async (tx) => {
    await lockDesk(tx, id, by.id)
    const waiting = await waitingReset(tx, id)
    if (!waiting) throw new NotFoundError()
    await decide(tx, waiting.id, 'rejected', by.id)
    await recordAudit(tx, about('staff.second_factor_reset_rejected', { id, by, address }))
  })
  return readStaffMember(id, by.id)
}

/**
 * Resets by an operator's command, without a second super admin. The audit has no actor; a mail notifies the
 * owner. @param email in upper or lower case
 */
export function resetFactorByCommand(email: string): Promise<'reset' | 'no_such_staff' | 'no_factor'> {
  return transaction(async (tx) => {
    const person = await tx.kysely
      .selectFrom('appUser')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('deletedAt', 'is', null)
      .where('role', 'in', ['super_admin', 'compliance_officer'])
      .limit(1)
      .executeTakeFirst()
    if (!person) return 'no_such_staff'
    await lockStaff(tx, person.id)
    if (!(await hasFactor(tx, person.id))) return 'no_factor'
    const waiting = await waitingReset(tx, person.id)
    // Closes a pending request, which is about this app and must not remove the next app.
    if (waiting) await decide(tx, waiting.id, 'rejected', null)
    await forgetFactor(tx, person.id, {
      actor: null,
      action: 'staff.second_factor_reset',
      subject: { type: 'user', id: person.id },
      after: { by: 'command' },
    })
    return 'reset'
  })
}

async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx.kysely
    .selectFrom('secondFactor')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

function waitingReset(tx: Tx, userId: string) {
  return tx.kysely
    .selectFrom('secondFactorReset')
    .select(['id', 'requestedBy'])
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
}

async function decide(tx: Tx, id: string, state: 'completed' | 'rejected', by: string | null): Promise<void> {
  await tx.kysely
    .updateTable('secondFactorReset')
    .set({ state, decidedBy: by, decidedAt: now() })
    .where('id', '=', id)
    .execute()
}

async function forgetFactor(tx: Tx, userId: string, record: AuditRecord): Promise<void> {
  if (!(await removeSecondFactor(tx, userId))) return
  await endSessions(tx, { userId }, 'second_factor_reset', now())
  await recordAudit(tx, record)
  await sendMail(tx, { userId, template: 'second_factor_reset', data: {} })
}

function about(action: AuditRecord['action'], { id, by, address }: StaffSwitch): AuditRecord {
  return { actor: by, action, subject: { type: 'user', id }, address }
}
