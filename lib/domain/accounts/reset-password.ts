import { now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { LinkRefusedError } from './errors.ts'
import { forgetLoginFailures } from './login-attempts.ts'
import { findLinkOwner, spendLink } from './mailed-links.ts'
import { hashPassword } from './password.ts'
import { passwordLinks } from './schema.ts'
import { endSessions } from './sessions.ts'

/**
 * Sets a new password by the link that was mailed, for a forgotten one or with an invitation. All sessions of the account end, and it is told so by mail. Whoever
 * holds the link reads the account's mail: its email is verified with it.
 * @param reset `password` is strong enough (lib/contract/passwords.ts); `address` the caller's
 * @throws LinkRefusedError where the link is unknown, used, replaced by a newer one, or older than an hour
 */
export async function resetPassword(reset: {
  token: string
  password: string
  address: string
}): Promise<void> {
  // Hashing is slow on purpose: not for guesses, and not inside the transaction.
  if (!(await findLinkOwner(db(), reset.token, passwordLinks, now())))
    throw new LinkRefusedError('reset_password')
  const passwordHash = await hashPassword(reset.password)
  const email = await transaction(async (tx) => {
    const moment = now()
    const userId = await spendLink(tx, reset.token, passwordLinks, moment)
    if (!userId) return undefined
    const row = await firstRow<{ email: string }>(
      tx.client,
      'UPDATE app_user SET password_hash = $2, is_email_verified = true WHERE id = $1 RETURNING email',
      [userId, passwordHash],
    )
    await endSessions(tx, { userId }, 'password_reset', moment)
    await recordAudit(tx, {
      actor: { id: userId },
      action: 'account.password_reset',
      subject: { type: 'user', id: userId },
      address: reset.address,
    })
    await sendMail(tx, { userId, template: 'password_changed', data: {} })
    return row?.email
  })
  if (!email) throw new LinkRefusedError('reset_password')
  await forgetLoginFailures(email)
}
