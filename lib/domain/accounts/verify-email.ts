import type { z } from 'zod'
import type { SessionUser, verifyEmail as verifyEmailCall } from '#lib/contract/accounts/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { hiddenKey, type RateRule, takePoints } from '#lib/core/rate-limit.ts'
import { insertUser } from './commands.ts'
import { LinkRefusedError, LoginRefusedError } from './errors.ts'
import { issueDeviceToken } from './known-device.ts'
import { findLinkOwner, spendLink } from './mailed-links.ts'
import { fitsPassword } from './password.ts'
import { findSessionUser } from './queries.ts'
import { findRegistration, takeRegistration } from './registrations.ts'
import type { TokenPair } from './schema.ts'
import { startSession } from './sessions.ts'

type Sent = z.output<typeof verifyEmailCall.body>

/** What a link opens: a registration that waits, or an account of before, whose email was not verified yet. */
type Opened = { kind: 'registration' | 'account'; id: string; passwordHash: string }

/** Only whoever reads the mail can use this up. */
const guesses: RateRule = { name: 'verify-passwords', points: 10, seconds: 15 * 60 }

/**
 * Verifies an email by the link that was mailed, and signs in: an account begins with it, or one of before is verified.
 * @param sent where it names `registrations` or a `password`, one of the two has to be that of who registered
 * @throws LinkRefusedError where the link is unknown, used, replaced by a newer one, or older than 24 hours, and where the account
 *   is not active
 * @throws RuleError password_required where none of the registrations is the link's, and no password came; ValidationError on
 *   `password` where it is not the one chosen at registration; RateLimitedError after ten of these in 15 minutes. The link works on
 */
export async function verifyEmail(
  sent: Sent,
  userAgent: string,
): Promise<{ user: SessionUser; tokens: TokenPair; device_token: string }> {
  const opened = await findOpened(sent.token, now())
  if (!opened) throw new LinkRefusedError('verify_email')
  await refuseOthers(opened, sent)
  const userId = await (opened.kind === 'account'
    ? verifyAccount(sent.token)
    : openAccount(opened.id, sent.token))
  const user = userId ? await findSessionUser(userId) : undefined
  if (!user) throw new LinkRefusedError('verify_email')
  return {
    user,
    tokens: await startSession(user, userAgent).catch(refuseLink),
    device_token: await issueDeviceToken(user.email, sent.device_token),
  }
}

async function findOpened(token: string, moment: Date): Promise<Opened | undefined> {
  const waiting = await findRegistration(token, moment)
  if (waiting) return { kind: 'registration', ...waiting }
  const id = await findLinkOwner(db(), token, ['verify_email'], moment)
  const account = id && (await prisma().user.findUnique({ where: { id }, select: { passwordHash: true } }))
  return account ? { kind: 'account', id, ...account } : undefined
}

/**
 * Refuses whoever opens a link without having registered. Anybody may register any email with a password of their own: the
 * owner of the email would open an account for them, or whoever gets a stranger's link would be signed in as that stranger
 * (docs/decisions/0036). A client that sends the token alone answers for that itself. This comes before the transaction: hashing
 * is slow, and a connection is not there to wait for it.
 */
async function refuseOthers({ id, passwordHash }: Opened, { registrations, password }: Sent): Promise<void> {
  if (registrations === undefined && password === undefined) return
  if (registrations?.includes(id)) return
  if (!password)
    throw new RuleError('password_required', 'Enter the password that you chose when you signed up.')
  // The id is what proves who has registered.
  await takePoints(guesses, hiddenKey('registration', id))
  if (!(await fitsPassword(passwordHash, password)))
    throw new ValidationError({ password: ['This is not the password that you chose when you signed up.'] })
}

/** The account was closed or deactivated in this moment: a moment later its link would have been refused. */
function refuseLink(error: unknown): never {
  throw error instanceof LoginRefusedError ? new LinkRefusedError('verify_email') : error
}

/** Makes the account of a registration. @returns its id; undefined where the token does not open it any more */
async function openAccount(registrationId: string, token: string): Promise<string | undefined> {
  try {
    return await transaction(async (tx) => {
      const registrant = await takeRegistration(tx, registrationId, token, now())
      if (!registrant) return undefined
      return insertUser(tx, { ...registrant, isEmailVerified: true }, registrant.passwordHash)
    })
  } catch (error) {
    // Somebody invited them meanwhile, and the account has their email already.
    if (violatedConstraint(error)?.startsWith('app_user_')) return undefined
    throw error
  }
}

/** Verifies an account of before. @returns its id; undefined where the token is used or ended by now */
function verifyAccount(token: string): Promise<string | undefined> {
  return transaction(async (tx) => {
    const owner = await spendLink(tx, token, ['verify_email'], now())
    if (owner) await tx.prisma.user.update({ where: { id: owner }, data: { isEmailVerified: true } })
    return owner
  })
}
