import type { StaffMember } from '#lib/contract/staff.ts'
import { now } from '#lib/core/clock.ts'
import { ForbiddenError, RuleError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { removeSecondFactor } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endSessions } from '#lib/domain/accounts/sessions.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { lockStaff, type StaffSwitch } from './commands.ts'
import { readStaffMember } from './queries.ts'

/**
 * Forgets the authenticator app of another staff member who has lost it with their recovery codes: their sessions end, a
 * mail tells them, and at their next sign-in they set up a new one. Again, or without an app: nothing changes.
 * @throws NotFoundError
 * @throws ForbiddenError where whoever asks was deactivated in this moment
 * @throws RuleError own_account (403)
 */
export async function resetSecondFactor({ id, by, address }: StaffSwitch): Promise<StaffMember> {
  if (id === by.id)
    throw new RuleError('own_account', 'Another super admin has to reset your authenticator app.', 403)
  await transaction(async (tx) => {
    const { admins } = await lockStaff(tx, id)
    if (!admins.includes(by.id)) throw new ForbiddenError()
    if (!(await removeSecondFactor(tx, id))) return
    await endSessions(tx, { userId: id }, 'second_factor_reset', now())
    await recordAudit(tx, {
      actor: by,
      action: 'staff.second_factor_reset',
      subject: { type: 'user', id },
      address,
    })
    await sendMail(tx, { userId: id, template: 'second_factor_reset', data: {} })
  })
  return readStaffMember(id)
}
