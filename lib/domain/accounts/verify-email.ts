import type { z } from 'zod'
import type { SessionUser, verifyEmail as verifyEmailCall } from '#lib/contract/accounts/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { newSecret } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { hiddenKey, type RateRule, takePoints } from '#lib/core/rate-limit.ts'
import { insertUser } from './commands.ts'
import { AlreadyVerifiedError, LinkRefusedError, LoginRefusedError } from './errors.ts'
import { issueDeviceToken } from './known-device.ts'
import { findLinkOwner, findPastOwner, spendLink } from './mailed-links.ts'
import { fitsPassword, hashPassword } from './password.ts'
import { findSessionUser } from './queries.ts'
import { type Candidate, findByLink, takeRegistration } from './registrations.ts'
import type { TokenPair } from './schema.ts'
import { startSession } from './sessions.ts'

type Sent = z.output<typeof verifyEmailCall.body>

/** What a link can open: registrations of its email, its own first, or an account of before, whose email was not verified yet. */
type Opening = { kind: 'registration' | 'account'; candidates: Candidate[] }

/** Only whoever reads the mail can use this up. */
const guesses: RateRule = { name: 'verify-passwords', points: 10, seconds: 15 * 60 }

/**
 * Verifies an email by the link that was mailed, and signs in: an account begins with it, or one of before is verified.
 * @param sent the registration that `registrations` names, or whose `password` was sent, is the one that opens. With neither the link's
 *   own opens without its password, which anybody may have chosen: `password_unset` says so
 * @throws AlreadyVerifiedError where the email of the link's account is verified already
 * @throws LinkRefusedError where the link is unknown, replaced by a newer one, or older than 24 hours, and where the account
 *   is not active
 * @throws RuleError password_required where none of the registrations is of the link's email, and no password came; ValidationError on
 *   `password` where it is not one chosen at registration; RateLimitedError after ten of these in 15 minutes. The link works on
 */
export async function verifyEmail(
  sent: Sent,
  userAgent: string,
): Promise<{ user: SessionUser; tokens: TokenPair; device_token: string; password_unset?: true }> {
  const { kind, candidates } = await findOpening(sent.token, now(), sent.registrations)
  const chosen = await chooseCandidate(candidates, sent)
  const isUnproven = chosen === undefined && env.REQUIRE_EMAIL_VERIFICATION
  const opened = chosen ?? candidates[0]
  if (!opened) throw new LinkRefusedError('verify_email')
  // Before the transaction: hashing is slow, and a connection is not there to wait for it.
  const unknown = isUnproven ? await hashPassword(newSecret()) : undefined
  const userId = await (kind === 'account'
    ? verifyAccount(sent.token, unknown)
    : openAccount(opened.id, unknown ?? opened.passwordHash))
  const user = userId ? await findSessionUser(userId) : undefined
  if (!user) return refuseLate(sent.token)
  return {
    user,
    tokens: await startSession(user, userAgent).catch(refuseLink),
    device_token: await issueDeviceToken(user.email, sent.device_token),
    ...(isUnproven ? { password_unset: true } : {}),
  }
}

/** @throws AlreadyVerifiedError, LinkRefusedError */
async function findOpening(token: string, moment: Date, registrations?: readonly string[]): Promise<Opening> {
  const { candidates, accountId } = await findByLink(token, moment, registrations)
  if (candidates.length > 0) return { kind: 'registration', candidates }
  if (accountId) return refuseUsed(accountId)
  const id = await findLinkOwner(db(), token, ['verify_email'], moment)
  if (!id) return refuseUsed(await findPastOwner(token, 'verify_email'))
  const account = await kysely(db())
    .selectFrom('appUser')
    .select(['id', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { kind: 'account', candidates: account ? [account] : [] }
}

/** Says what a link that opens nothing is: used for an email that is verified by now, or invalid. */
async function refuseUsed(accountId: string | undefined): Promise<never> {
  const account = accountId
    ? await kysely(db())
        .selectFrom('appUser')
        .select('id')
        .where('id', '=', accountId)
        .where('isActive', '=', true)
        .where('isEmailVerified', '=', true)
        .executeTakeFirst()
    : null
  throw account ? new AlreadyVerifiedError() : new LinkRefusedError('verify_email')
}

/** The link opened something in this moment, or its registration or account is gone. */
async function refuseLate(token: string): Promise<never> {
  await findOpening(token, now())
  throw new LinkRefusedError('verify_email')
}

/**
 * Chooses the registration of whoever opens the link. Anybody may register any email with a password of their own: the
 * owner of the email would open an account for them, or whoever gets a stranger's link would be signed in as that stranger
 * (docs/decisions/0017).
 * @returns undefined where the token came alone, which proves whose the email is, and not who has registered
 */
async function chooseCandidate(
  candidates: readonly Candidate[],
  { registrations, password }: Sent,
): Promise<Candidate | undefined> {
  if (registrations === undefined && password === undefined) return undefined
  const named = candidates.find(({ id }) => registrations?.includes(id))
  if (named) return named
  if (!password) throw new RuleError('password_required')
  await takePoints(guesses, hiddenKey('registration', candidates[0]?.id ?? ''))
  for (const candidate of candidates)
    if (await fitsPassword(candidate.passwordHash, password)) return candidate
  throw new ValidationError({ password: 'password_of_signup' })
}

/** The account was closed or deactivated in this moment: a moment later its link would have been refused. */
function refuseLink(error: unknown): never {
  throw error instanceof LoginRefusedError ? new LinkRefusedError('verify_email') : error
}

/** Makes the account of a registration. @returns its id; undefined where it can not be opened any more */
async function openAccount(registrationId: string, passwordHash: string): Promise<string | undefined> {
  try {
    return await transaction(async (tx) => {
      const registrant = await takeRegistration(tx, registrationId, now())
      return registrant && insertUser(tx, { ...registrant, isEmailVerified: true }, passwordHash)
    })
  } catch (error) {
    // Somebody invited them meanwhile, and the account has their email already.
    if (violatedConstraint(error)?.startsWith('app_user_')) return undefined
    throw error
  }
}

/**
 * Verifies an account of before.
 * @param passwordHash of its password from here on. Without it the password stays: another one may have been set in this moment
 * @returns its id; undefined where the token is used or ended by now
 */
function verifyAccount(token: string, passwordHash: string | undefined): Promise<string | undefined> {
  return transaction(async (tx) => {
    const owner = await spendLink(tx, token, ['verify_email'], now())
    if (owner)
      await tx.kysely
        .updateTable('appUser')
        .set({ isEmailVerified: true, ...(passwordHash === undefined ? {} : { passwordHash }) })
        .where('id', '=', owner)
        .execute()
    return owner
  })
}
