import type { RoleName } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type FieldErrors, UnauthenticatedError, ValidationError } from '#lib/core/errors.ts'
import { newId, secretAfter, sha256 } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { openWallet } from '#lib/domain/ledger/commands.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { signAccessToken } from './access-token.ts'
import { forgetSession } from './live-sessions.ts'
import { lookOf } from './name-look.ts'
import { hashPassword } from './password.ts'
import { judgeRefresh, splitDisplayName } from './policy.ts'
import { lockUsername } from './registrations.ts'
import type { NewUser, TokenPair } from './schema.ts'
import { addRefreshToken, endSessions } from './sessions.ts'

export { login } from './login.ts'

export const USERNAME_TAKEN = 'A user with that username already exists.'
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
  // Before the transaction: hashing is slow, and a connection is not there to wait for it.
  const passwordHash = await hashPassword(user.password)
  try {
    return await transaction(async (tx) => {
      await lockUsername(tx.client, user.username, now())
      await refuseTaken(tx, user)
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
async function refuseTaken(tx: Tx, { username, email }: NewUser): Promise<void> {
  const other = await firstRow(tx.client, 'SELECT 1 FROM app_user WHERE email = $1', [email.toLowerCase()])
  const errors: FieldErrors = {}
  if (await isUsernameTaken(tx, username)) errors.username = [USERNAME_TAKEN]
  if (other) errors.email = [EMAIL_TAKEN]
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/**
 * Whether an account has this name, in any case, or a registration waits with it; to be asked under `lockUsername`.
 * @param email whose own registration does not count
 */
export async function isUsernameTaken(tx: Tx, username: string, email = ''): Promise<boolean> {
  const others = await rows(
    tx.client,
    `SELECT 1 FROM app_user WHERE lower(username) = lower($1)
     UNION ALL SELECT 1 FROM registration WHERE lower(username) = lower($1) AND email <> $2`,
    [username, email],
  )
  return others.length > 0
}

/** The rows of a user whose password is hashed already. @param user `id` where it is known before @returns the user's id */
export async function insertUser(
  tx: Tx,
  user: Omit<NewUser, 'password'> & { id?: string },
  passwordHash: string,
): Promise<string> {
  const id = user.id ?? newId()
  const { firstName, lastName } = splitDisplayName(user.displayName)
  await rows(
    tx.client,
    `INSERT INTO app_user (id, username, username_look, email, password_hash, first_name, last_name, role,
                           phone_number, is_email_verified, locale, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      user.username,
      lookOf(user.username),
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
    `INSERT INTO profile (user_id, display_name, display_name_look, location, social_links)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, user.displayName, lookOf(user.displayName), user.location ?? '', user.socialLinks ?? {}],
  )
  if (user.role === 'dancer') await openWallet(tx.client, 'dancer', id)
  if (user.role === 'copyright_owner') await openWallet(tx.client, 'musician', id)
  return id
}

type TokenRow = {
  session_id: string
  used_at: Date | null
  expires_at: Date
  revoked_at: Date | null
  user_id: string
  role: RoleName
  is_active: boolean
  lacks_factor: boolean
}

/**
 * Exchanges a refresh token for the pair that follows it. Exchanged again within ten seconds, in whichever process, it
 * gives the same pair (two tabs): of one token comes one line of tokens. Later, its whole session ends, because one of the
 * two who hold it is a thief.
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
        lacksFactor: row.lacks_factor,
      },
      moment,
    )
    // No throw here: the end of the session has to be committed.
    if (judgement === 'reuse') await endSessions(tx, { sessionIds: [row.session_id] }, 'reuse', moment)
    if (judgement !== 'exchange') return undefined
    const refresh = secretAfter(env.AUTH_SECRET, token)
    if (!row.used_at) {
      await rows(tx.client, 'UPDATE refresh_token SET used_at = $2 WHERE token_hash = $1', [
        sha256(token),
        moment,
      ])
      await addRefreshToken(tx.client, row.session_id, refresh, moment)
    }
    return { row, refresh, usedAt: row.used_at ?? moment }
  })
  if (!exchanged) throw new UnauthenticatedError('Token is invalid or expired')
  const { row, refresh, usedAt } = exchanged
  forgetSession(row.session_id)
  // Not in the transaction: it would hold the user's row while it waits for the session's.
  await rows(db(), 'UPDATE app_user SET last_active_at = $2 WHERE id = $1', [row.user_id, moment])
  const access = await signAccessToken({ id: row.user_id, role: row.role, sessionId: row.session_id }, usedAt)
  return { access, refresh }
}

/** Locked until the transaction ends: of two exchanges at once the second sees what the first did. */
function lockToken(tx: Tx, token: string): Promise<TokenRow | undefined> {
  return firstRow<TokenRow>(tx.client, {
    name: 'refresh-token-lock',
    text: `SELECT t.session_id, t.used_at, t.expires_at, s.revoked_at, s.user_id, u.role, u.is_active,
             s.second_factor_at IS NULL AND f.confirmed_at IS NOT NULL AS lacks_factor
           FROM refresh_token t JOIN session s ON s.id = t.session_id JOIN app_user u ON u.id = s.user_id
           LEFT JOIN second_factor f ON f.user_id = u.id
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
