import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { LinkRefusedError } from './errors.ts'
import { issueDeviceToken, knownDevice } from './known-device.ts'
import { forgetLoginFailures } from './login-attempts.ts'
import { findLinkOwner, spendLink } from './mailed-links.ts'
import { hashPassword, problemOfPassword } from './password.ts'
import { passwordLinks } from './schema.ts'
import { endSessions } from './sessions.ts'

/**
 * Sets a password by a mailed link, of a reset or an invitation. Ends all sessions and sends a mail. The link
 * also verifies the email.
 * @param reset `address` the caller's, `device_token` the device's former one (known-device.ts)
 * @returns a token that makes the device known
 * @throws ValidationError on `password` if weak or common; the link stays valid
 * @throws LinkRefusedError if the link is unknown, used, replaced or expired
 */
export async function resetPassword(reset: {
  token: string
  password: string
  device_token?: string
  address: string
}): Promise<{ device_token: string }> {
  // Hashing is slow on purpose: only for a valid link, and outside the transaction.
  if (!(await findLinkOwner(db(), reset.token, passwordLinks, now())))
    throw new LinkRefusedError('reset_password')
  const weak = problemOfPassword(reset.password)
  if (weak) throw new ValidationError({ password: weak })
  const passwordHash = await hashPassword(reset.password)
  const email = await transaction(async (tx) => {
    const moment = now()
    const userId = await spendLink(tx, reset.token, passwordLinks, moment)
    if (!userId) return undefined
    const { email } = await tx.kysely
      .updateTable('appUser')
      .set({ passwordHash, isEmailVerified: true })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirstOrThrow()
    await endSessions(tx, { userId }, 'password_reset', moment)
    await recordAudit(tx, {
      actor: { id: userId },
      action: 'account.password_reset',
      subject: { type: 'user', id: userId },
      address: reset.address,
    })
    await sendMail(tx, { userId, template: 'password_changed', data: {} })
    return email
  })
  if (!email) throw new LinkRefusedError('reset_password')
  const device = await knownDevice(reset.device_token, email)
  await forgetLoginFailures({ email, address: reset.address, device })
  return { device_token: await issueDeviceToken(email, reset.device_token) }
}
