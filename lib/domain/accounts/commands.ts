import type { RoleName } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type FieldErrors, UnauthenticatedError, ValidationError } from '#lib/core/errors.ts'
import { newId, sha256 } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { openWallet } from '#lib/domain/ledger/commands.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { signAccessToken } from './access-token.ts'
import { LoginRefusedError, SecondFactorRequiredError, VerificationRequiredError } from './errors.ts'
import { forgetSession } from './live-sessions.ts'
import { countLoginAttempt, forgiveLoginAttempt, returnLoginAttempt } from './login-attempts.ts'
import { fitsPassword, hashPassword } from './password.ts'
import { judgeRefresh, splitDisplayName } from './policy.ts'
import { findLoginUser } from './queries.ts'
import type { NewUser, SignedIn, TokenPair } from './schema.ts'
import { proveSecondFactor } from './second-factor/prove.ts'
import { endSessions, issueRefreshToken, startSession } from './sessions.ts'

const USERNAME_TAKEN = 'A user with that username already exists.'
const EMAIL_TAKEN = 'A user with this email already exists.'

/**
 * Makes a user, their profile and, for dancers and musicians, their wallet.
 * @param alongside what else belongs to the same transaction
 * @returns the user's id
 * @throws ValidationError on `username` and `email` where other accounts have them
 */
export async function createUser(
  user: NewUser,
  alongside?: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  await refuseTaken(user)
  // Before the transaction: hashing is slow, and a connection is not there to wait for it.
  const passwordHash = await hashPassword(user.password)
  try {
    return await transaction(async (tx) => {
      const id = await insertUser(tx, user, passwordHash)
      await alongside?.(tx, id)
      return id
    })
  } catch (error) {
    // Somebody else was quicker.
    const taken = violatedConstraint(error)
    if (taken === 'app_user_username_key') throw new ValidationError({ username: [USERNAME_TAKEN] })
    if (taken === 'app_user_email_key') throw new ValidationError({ email: [EMAIL_TAKEN] })
    throw error
  }
}

/** Names everything that is taken at once; the unique indexes have the last word. */
async function refuseTaken({ username, email }: NewUser): Promise<void> {
  const others = await rows<{ username: boolean; email: boolean }>(
    db(),
    `SELECT lower(username) = lower($1) AS username, email = $2 AS email
     FROM app_user WHERE lower(username) = lower($1) OR email = $2`,
    [username, email.toLowerCase()],
  )
  const errors: FieldErrors = {}
  if (others.some((other) => other.username)) errors.username = [USERNAME_TAKEN]
  if (others.some((other) => other.email)) errors.email = [EMAIL_TAKEN]
  if (others.length > 0) throw new ValidationError(errors)
}

/** The rows of a user whose password is hashed already. @returns the user's id */
export async function insertUser(tx: Tx, user: NewUser, passwordHash: string): Promise<string> {
  const id = newId()
  const { firstName, lastName } = splitDisplayName(user.displayName)
  await rows(
    tx.client,
    `INSERT INTO app_user (id, username, email, password_hash, first_name, last_name, role, phone_number,
                           is_email_verified, locale, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      user.username,
      user.email.toLowerCase(),
      passwordHash,
      firstName,
      lastName,
      user.role,
      user.phoneNumber ?? '',
      user.isEmailVerified ?? false,
      user.locale ?? defaultMailLocale,
      now(),
    ],
  )
  await rows(
    tx.client,
    'INSERT INTO profile (user_id, display_name, location, social_links) VALUES ($1, $2, $3, $4)',
    [id, user.displayName, user.location ?? '', user.socialLinks ?? {}],
  )
  if (user.role === 'dancer') await openWallet(tx.client, 'dancer', id)
  if (user.role === 'copyright_owner') await openWallet(tx.client, 'musician', id)
  return id
}

export type LoginRequest = {
  email: string
  password: string
  /** Of the authenticator app, or a recovery code. */
  code?: string
  address: string
  userAgent: string
}

/**
 * Signs in: opens a session and its first pair of tokens.
 * @param request `email` in lower case
 * @throws RateLimitedError after ten failures for the account or thirty from the address in 15 minutes
 * @throws LoginRefusedError for a wrong password, an unknown email and an inactive account, in the same time
 * @throws VerificationRequiredError where the email has yet to be verified
 * @throws SecondFactorRequiredError where it is asked for and no code came, SecondFactorWrongError where a wrong one did
 */
export async function login({ email, password, code, address, userAgent }: LoginRequest): Promise<SignedIn> {
  await countLoginAttempt(email, address)
  const found = await findLoginUser(email)
  const fits = await fitsPassword(found?.passwordHash, password)
  if (!found || !fits || !found.isActive) throw new LoginRefusedError()
  if (env.REQUIRE_EMAIL_VERIFICATION && !found.isEmailVerified) {
    await forgiveLoginAttempt(email, address)
    throw new VerificationRequiredError(email)
  }
  const standing = await proveSecondFactor(found.user, code, address).catch(async (error: unknown) => {
    // No code was guessed. A wrong one counts like a wrong password.
    if (error instanceof SecondFactorRequiredError) await returnLoginAttempt(email, address)
    throw error
  })
  await forgiveLoginAttempt(email, address)
  const tokens = await startSession(found.user, userAgent, standing === 'proven')
  return {
    ...tokens,
    user: found.user,
    ...(standing === 'not_enrolled' ? { second_factor_enrolment_required: true } : {}),
  }
}

type TokenRow = {
  session_id: string
  used_at: Date | null
  expires_at: Date
  revoked_at: Date | null
  user_id: string
  role: RoleName
  is_active: boolean
}

/**
 * Exchanges a refresh token for a new pair. Exchanged a second time within ten seconds it gives a fresh pair again
 * (two tabs); later, its whole session ends, because one of the two who hold it is a thief.
 * @throws UnauthenticatedError where it is good for nothing
 */
export async function refreshTokens(token: string): Promise<TokenPair> {
  const moment = now()
  const exchanged = await transaction(async (tx) => {
    const row = await lockToken(tx, token)
    if (!row) return undefined
    const judgement = judgeRefresh(
      {
        usedAt: row.used_at,
        expiresAt: row.expires_at,
        sessionRevokedAt: row.revoked_at,
        isUserActive: row.is_active,
      },
      moment,
    )
    // No throw here: the end of the session has to be committed.
    if (judgement === 'reuse') await endSessions(tx, { sessionIds: [row.session_id] }, 'reuse', moment)
    if (judgement !== 'exchange') return undefined
    await rows(tx.client, 'UPDATE refresh_token SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL', [
      sha256(token),
      moment,
    ])
    return { row, refresh: await issueRefreshToken(tx.client, row.session_id, moment) }
  })
  if (!exchanged) throw new UnauthenticatedError('Token is invalid or expired')
  const { row, refresh } = exchanged
  forgetSession(row.session_id)
  // Not in the transaction: it would hold the user's row while it waits for the session's.
  await rows(db(), 'UPDATE app_user SET last_active_at = $2 WHERE id = $1', [row.user_id, moment])
  const access = await signAccessToken({ id: row.user_id, role: row.role, sessionId: row.session_id })
  return { access, refresh }
}

/** Locked until the transaction ends: of two exchanges at once the second sees what the first did. */
function lockToken(tx: Tx, token: string): Promise<TokenRow | undefined> {
  return firstRow<TokenRow>(tx.client, {
    name: 'refresh-token-lock',
    text: `SELECT t.session_id, t.used_at, t.expires_at, s.revoked_at, s.user_id, u.role, u.is_active
           FROM refresh_token t JOIN session s ON s.id = t.session_id JOIN app_user u ON u.id = s.user_id
           WHERE t.token_hash = $1 FOR UPDATE OF t, s`,
    values: [sha256(token)],
  })
}

/**
 * Ends the session that a refresh token belongs to, whether or not it was exchanged before, and the caller's own.
 * Tokens that are unknown end nothing, and that is no error: the person wanted to be signed out and is.
 */
export async function logout(given: { refresh?: string; sessionId?: string }): Promise<void> {
  const ofToken = given.refresh
    ? await firstRow<{ session_id: string }>(
        db(),
        'SELECT session_id FROM refresh_token WHERE token_hash = $1',
        [sha256(given.refresh)],
      )
    : undefined
  const sessionIds = [ofToken?.session_id, given.sessionId].filter((id) => id !== undefined)
  if (sessionIds.length === 0) return
  await transaction((tx) => endSessions(tx, { sessionIds }, 'logout', now()))
  // Once more after the commit: a call in between may have read the session while it still lived.
  for (const id of sessionIds) forgetSession(id)
}

/** Deletes sessions and tokens that ended more than a month before `moment`. @returns how many sessions */
export async function purgeSessions(moment: Date): Promise<number> {
  const monthAgo = new Date(moment.getTime() - 30 * 24 * 60 * 60 * 1000)
  await db().query('DELETE FROM refresh_token WHERE expires_at < $1', [monthAgo])
  const gone = await db().query('DELETE FROM session WHERE expires_at < $1', [monthAgo])
  return gone.rowCount ?? 0
}
