import type { SessionUser } from '#lib/contract/accounts.ts'
import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import { LinkRefusedError } from './errors.ts'
import { spendLink } from './mailed-links.ts'
import { findSessionUser } from './queries.ts'
import type { TokenPair } from './schema.ts'
import { startSession } from './sessions.ts'

/**
 * Verifies an email by the link that was mailed, and signs in.
 * @throws LinkRefusedError where the link is unknown, used, replaced by a newer one, or older than 24 hours
 */
export async function verifyEmail(
  token: string,
  userAgent: string,
): Promise<{ user: SessionUser; tokens: TokenPair }> {
  const userId = await transaction(async (tx) => {
    const owner = await spendLink(tx, token, ['verify_email'], now())
    if (owner) await rows(tx.client, 'UPDATE app_user SET is_email_verified = true WHERE id = $1', [owner])
    return owner
  })
  const user = userId ? await findSessionUser(userId) : undefined
  if (!user) throw new LinkRefusedError('verify_email')
  return { user, tokens: await startSession(user, userAgent) }
}
