import type { SessionUser } from '#lib/contract/accounts/calls.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import { insertUser } from './commands.ts'
import { LinkRefusedError, LoginRefusedError } from './errors.ts'
import { issueDeviceToken } from './known-device.ts'
import { spendLink } from './mailed-links.ts'
import { findSessionUser } from './queries.ts'
import { takeRegistration } from './registrations.ts'
import type { TokenPair } from './schema.ts'
import { startSession } from './sessions.ts'

/**
 * Verifies an email by the link that was mailed, and signs in: an account begins with it, or one of before is verified.
 * @param from `device` what the device had before (known-device.ts)
 * @throws LinkRefusedError where the link is unknown, used, replaced by a newer one, or older than 24 hours, and where the account
 *   is not active
 */
export async function verifyEmail(
  token: string,
  from: { userAgent: string; device?: string },
): Promise<{ user: SessionUser; tokens: TokenPair; device_token: string }> {
  const userId = (await openAccount(token)) ?? (await verifyAccount(token))
  const user = userId ? await findSessionUser(userId) : undefined
  if (!user) throw new LinkRefusedError('verify_email')
  return {
    user,
    tokens: await startSession(user, from.userAgent).catch(refuseLink),
    device_token: await issueDeviceToken(user.email, from.device),
  }
}

/** The account was closed or deactivated in this moment: a moment later its link would have been refused. */
function refuseLink(error: unknown): never {
  throw error instanceof LoginRefusedError ? new LinkRefusedError('verify_email') : error
}

/** The account of a registration. @returns its id; undefined where the token opens none */
async function openAccount(token: string): Promise<string | undefined> {
  try {
    return await transaction(async (tx) => {
      const registrant = await takeRegistration(tx, token, now())
      if (!registrant) return undefined
      return insertUser(tx, { ...registrant, isEmailVerified: true }, registrant.passwordHash)
    })
  } catch (error) {
    // Somebody invited them meanwhile, and the account has their email already.
    if (violatedConstraint(error)?.startsWith('app_user_')) return undefined
    throw error
  }
}

/** An account of before, whose email was not verified yet. */
function verifyAccount(token: string): Promise<string | undefined> {
  return transaction(async (tx) => {
    const owner = await spendLink(tx, token, ['verify_email'], now())
    if (owner) await tx.prisma.user.update({ where: { id: owner }, data: { isEmailVerified: true } })
    return owner
  })
}
