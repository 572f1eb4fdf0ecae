import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { removeSecondFactor } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { areTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { lockStaff, type StaffSwitch } from './commands.ts'
import { readStaffMember } from './queries.ts'

const WAITING = 'staff.second_factor_reset_asked'

/**
 * Asks that the authenticator app of another staff member, who has lost it with their recovery codes, be forgotten: it
 * waits for a second super admin, and a mail tells the app's owner. Again, or without an app: nothing changes.
 * @throws NotFoundError
 * @throws ForbiddenError where whoever asks was deactivated in this moment
 * @throws RuleError own_account (403)
 */
export async function askFactorReset({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  if (id === by.id)
    throw new RuleError('own_account', 'Another super admin has to reset your authenticator app.', 403)
  await transaction(async (tx) => {
    await lockDesk(tx, id, by.id)
    if (!(await hasFactor(tx, id)) || (await waitingReset(tx, id))) return
    await rows(
      tx.client,
      'INSERT INTO second_factor_reset (id, user_id, requested_by, requested_at) VALUES ($1, $2, $3, $4)',
      [newId(), id, by.id, now()],
    )
    await recordAudit(tx, about(WAITING, { id, by, address }))
    await sendMail(tx, { userId: id, template: 'second_factor_reset_asked', data: {} })
  })
  return readStaffMember(id, by.id)
}

/**
 * A second super admin's yes: the app and its recovery codes are forgotten, its owner's sessions end, a mail tells them, and
 * they set up a new app.
 * @throws NotFoundError where nothing waits
 * @throws ForbiddenError where whoever confirms was deactivated in this moment
 * @throws RuleError own_account (403), same_person (403), requester_gone (409)
 */
export async function approveFactorReset({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  if (id === by.id)
    throw new RuleError('own_account', 'Another super admin has to reset your authenticator app.', 403)
  await transaction(async (tx) => {
    const admins = await lockDesk(tx, id, by.id)
    const waiting = await waitingReset(tx, id)
    if (!waiting) throw new NotFoundError()
    if (!admins.includes(waiting.requested_by))
      throw new RuleError('requester_gone', 'Who asked for this reset is no super admin any more.', 409)
    if (!(await areTwoPeople(tx.client, by.id, waiting.requested_by)))
      throw new RuleError('same_person', 'Another super admin has to confirm this reset.', 403)
    await decide(tx, waiting.id, 'completed', by.id)
    await forgetFactor(tx, id, {
      ...about('staff.second_factor_reset', { id, by, address }),
      after: { requested_by: waiting.requested_by },
    })
  })
  return readStaffMember(id, by.id)
}

/**
 * Calls a waiting reset off; who has asked for it may do so, too, and so may the app's owner.
 * @throws NotFoundError where nothing waits
 * @throws ForbiddenError where whoever asks was deactivated in this moment
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
 * The same by a command of whoever runs the servers, where no second super admin is there to confirm: audited as done by
 * nobody of the desk, and mailed to the app's owner like any other.
 * @param email in any case
 * @returns what became of it
 */
export function resetFactorByCommand(email: string): Promise<'reset' | 'no_such_staff' | 'no_factor'> {
  return transaction(async (tx) => {
    const person = await firstRow<{ id: string }>(
      tx.client,
      `SELECT id FROM app_user WHERE email = lower($1) AND deleted_at IS NULL
       AND role IN ('super_admin', 'compliance_officer')`,
      [email.trim()],
    )
    if (!person) return 'no_such_staff'
    await lockStaff(tx, person.id)
    if (!(await hasFactor(tx, person.id))) return 'no_factor'
    const waiting = await waitingReset(tx, person.id)
    // What waits is about this app: it must not take the next one away.
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

/** @returns the active super admins, locked with the member. @throws ForbiddenError where `by` is none of them */
async function lockDesk(tx: Tx, id: string, by: string): Promise<string[]> {
  const { admins } = await lockStaff(tx, id)
  if (!admins.includes(by)) throw new ForbiddenError()
  return admins
}

async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  const found = await rows(
    tx.client,
    'SELECT 1 FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  )
  return found.length > 0
}

function waitingReset(tx: Tx, userId: string): Promise<{ id: string; requested_by: string } | undefined> {
  return firstRow(
    tx.client,
    `SELECT id, requested_by FROM second_factor_reset WHERE user_id = $1 AND state = 'waiting' FOR UPDATE`,
    [userId],
  )
}

async function decide(tx: Tx, id: string, state: 'completed' | 'rejected', by: string | null): Promise<void> {
  await rows(
    tx.client,
    `UPDATE second_factor_reset SET state = $2::second_factor_reset_state, decided_by = $3, decided_at = $4
     WHERE id = $1`,
    [id, state, by, now()],
  )
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
