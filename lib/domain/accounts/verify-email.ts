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

/**
 * What a link can open: registrations of the link's email, its own first, or an existing unverified account.
 */
type Opening = { kind: 'registration' | 'account'; candidates: Candidate[] }

/** Limit of passwords tried with a link; only the mail's reader can use it up. */
const guesses: RateRule = { name: 'verify-passwords', points: 10, seconds: 15 * 60 }

/**
 * Verifies an email by its link and signs in: opens a registration, or verifies an existing account.
 * @param sent `registrations` or `password` selects the registration. Without them the link's own
 *   registration opens, but not with its password, which anybody may have chosen: `password_unset` reports
 *   that.
 * @throws AlreadyVerifiedError if the account's email is verified already
 * @throws LinkRefusedError if the link is unknown, replaced or older than 24 hours, or the account is
 *   inactive
 * @throws RuleError password_required if no named registration matches and no password came; ValidationError
 *   on `password` if no registration has it; RateLimitedError after ten passwords in 15 minutes. The link
 *   stays valid.
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
  // Hashed before the transaction, because hashing is slow and would hold a connection.
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

/** Explains a link that opens nothing: its email is verified already, or it is invalid. */
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

/**
 * Explains why a valid link opened nothing: a concurrent request used it, or its registration or account is
 * gone.
 */
async function refuseLate(token: string): Promise<never> {
  await findOpening(token, now())
  throw new LinkRefusedError('verify_email')
}

/**
 * Chooses the registration of the person who opens the link. Anybody may register any email: otherwise the
 * email's owner could enter an account whose password a stranger chose (docs/decisions/0017).
 * @returns undefined if only the token came, which proves the email and not who registered
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

/** Refuses the link if its account was closed or deactivated meanwhile. */
function refuseLink(error: unknown): never {
  throw error instanceof LoginRefusedError ? new LinkRefusedError('verify_email') : error
}

/** @returns the account's id; undefined if the registration cannot be opened any more */
async function openAccount(registrationId: string, passwordHash: string): Promise<string | undefined> {
  try {
    return await transaction(async (tx) => {
      const registrant = await takeRegistration(tx, registrationId, now())
      return registrant && insertUser(tx, { ...registrant, isEmailVerified: true }, passwordHash)
    })
  } catch (error) {
    // An invitation meanwhile created an account with this email.
    if (violatedConstraint(error)?.startsWith('app_user_')) return undefined
    throw error
  }
}

/**
 * Verifies an existing account.
 * @param passwordHash replaces the password, if given; otherwise it stays, because a new one may have been
 *   set meanwhile
 * @returns the account's id; undefined if the token is used or ended
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
