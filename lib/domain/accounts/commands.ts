import { now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type FieldSentences, UnauthenticatedError, ValidationError } from '#lib/core/errors.ts'
import { newId, secretAfter, sha256 } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { openWallet } from '#lib/domain/ledger/commands.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { signAccessToken } from './access-token.ts'
import { forgetSession } from './live-sessions.ts'
import { lookOf } from './name-look.ts'
import { hashPassword } from './password.ts'
import { judgeRefresh, purgedBefore, splitDisplayName } from './policy.ts'
import { lockUsername, sameName } from './registrations.ts'
import type { NewUser, TokenPair } from './schema.ts'
import { addRefreshToken, endSessions } from './sessions.ts'

export { login } from './login.ts'

/**
 * Creates a user with profile and, for dancers and musicians, a wallet.
 * @param alongside other writes of the same transaction
 * @returns the user's id
 * @throws ValidationError on `username` and `email` if another account has them
 */
export async function createUser(
  user: NewUser,
  alongside?: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  // Hashed before the transaction, because hashing is slow and would hold a connection.
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
    // A concurrent request took the name or email first.
    const taken = violatedConstraint(error)
    if (taken === 'app_user_username_key') throw new ValidationError({ username: 'username_taken' })
    if (taken === 'app_user_email_key') throw new ValidationError({ email: 'email_taken' })
    throw error
  }
}

/** Reports a taken username and email together. The unique indexes catch concurrent requests. */
async function refuseTaken(tx: Tx, { username, email }: NewUser): Promise<void> {
  const other = await tx.kysely
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  const errors: FieldSentences = {}
  if (await isUsernameTaken(tx, username)) errors.username = 'username_taken'
  if (other) errors.email = 'email_taken'
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/**
 * Whether an account or pending registration has the username, ignoring case. The caller holds
 * `lockUsername`.
 * @param email pending registrations of this email do not count
 */
export async function isUsernameTaken(tx: Tx, username: string, email = ''): Promise<boolean> {
  const others = await tx.kysely
    .selectFrom('appUser')
    .select('id')
    .where((eb) => sameName(eb.ref('username'), username))
    .unionAll((qb) =>
      qb
        .selectFrom('pendingRegistration')
        .select('id')
        .where((eb) => sameName(eb.ref('username'), username))
        .where('email', '<>', email),
    )
    .execute()
  return others.length > 0
}

/** @param user `id` if the caller has chosen it @returns the user's id */
export async function insertUser(
  tx: Tx,
  user: Omit<NewUser, 'password'> & { id?: string },
  passwordHash: string,
): Promise<string> {
  const id = user.id ?? newId()
  const { firstName, lastName } = splitDisplayName(user.displayName)
  await tx.kysely
    .insertInto('appUser')
    .values({
      id,
      username: user.username,
      usernameLook: lookOf(user.username),
      email: user.email.toLowerCase(),
      passwordHash,
      firstName,
      lastName,
      role: user.role,
      phoneNumber: user.phoneNumber ?? '',
      isEmailVerified: user.isEmailVerified ?? false,
      locale: user.locale ?? defaultMailLocale,
      createdAt: now(),
    })
    .execute()
  await tx.kysely
    .insertInto('profile')
    .values({
      userId: id,
      displayName: user.displayName,
      displayNameLook: lookOf(user.displayName),
      location: user.location ?? '',
      socialLinks: user.socialLinks ?? {},
    })
    .execute()
  if (user.role === 'dancer') await openWallet(tx.client, 'dancer', id)
  if (user.role === 'copyright_owner') await openWallet(tx.client, 'musician', id)
  return id
}

/**
 * A second exchange within ten seconds, in any process, returns the same pair, because two tabs may refresh
 * together. Later reuse means theft and ends the session.
 * @throws UnauthenticatedError if the token is unknown or expired, or its session has ended
 */
export async function refreshTokens(token: string): Promise<TokenPair> {
  const moment = now()
  const exchanged = await transaction(async (tx) => {
    const row = await lockToken(tx, token)
    if (!row) return undefined
    const judgement = judgeRefresh(
      {
        usedAt: row.usedAt,
        expiresAt: row.expiresAt,
        sessionRevokedAt: row.revokedAt,
        isUserActive: row.isActive,
        lacksFactor: row.secondFactorAt === null && row.confirmedAt !== null,
      },
      moment,
    )
    // Does not throw here, because a rollback would undo the end of the session.
    if (judgement === 'reuse') await endSessions(tx, { sessionIds: [row.sessionId] }, 'reuse', moment)
    if (judgement !== 'exchange') return undefined
    const refresh = secretAfter(env.AUTH_SECRET, token)
    if (!row.usedAt) {
      await tx.kysely
        .updateTable('refreshToken')
        .set({ usedAt: moment })
        .where('tokenHash', '=', sha256(token))
        .execute()
      await addRefreshToken(tx.client, row.sessionId, refresh, moment)
    }
    return { row, refresh, usedAt: row.usedAt ?? moment }
  })
  if (!exchanged) throw new UnauthenticatedError('token_expired')
  const { row, refresh, usedAt } = exchanged
  forgetSession(row.sessionId)
  // Outside the transaction, which locks the session: a password reset locks the user first, so both would
  // deadlock.
  await kysely(db())
    .updateTable('appUser')
    .set({ lastActiveAt: moment })
    .where('id', '=', row.userId)
    .execute()
  const access = await signAccessToken({ id: row.userId, role: row.role, sessionId: row.sessionId }, usedAt)
  return { access, refresh }
}

/** Locks the token and its session: of two concurrent exchanges the second waits for the first. */
function lockToken(tx: Tx, token: string) {
  return tx.kysely
    .selectFrom('refreshToken as t')
    .innerJoin('session as s', 's.id', 't.sessionId')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('secondFactor as f', 'f.userId', 'u.id')
    .select(['t.sessionId', 't.usedAt', 't.expiresAt', 's.revokedAt', 's.userId', 's.secondFactorAt'])
    .select(['u.role', 'u.isActive', 'f.confirmedAt'])
    .where('t.tokenHash', '=', sha256(token))
    .forUpdate(['t', 's'])
    .executeTakeFirst()
}

/**
 * Ends the session of a refresh token, exchanged or not, and the caller's own. An unknown token is no error.
 * @param given `because` is the reason; only `logout` also ends pushes to the browser
 */
export async function logout({
  because = 'logout',
  ...given
}: {
  refresh?: string
  sessionId?: string
  because?: 'logout' | 'idle' | 'cookie_removed'
}): Promise<void> {
  const ofToken = given.refresh
    ? await kysely(db())
        .selectFrom('refreshToken')
        .select('sessionId')
        .where('tokenHash', '=', sha256(given.refresh))
        .executeTakeFirst()
    : undefined
  const sessionIds = [ofToken?.sessionId, given.sessionId].filter((id) => id !== undefined)
  if (sessionIds.length === 0) return
  const devices = because === 'logout' ? 'detach' : 'keep'
  await transaction((tx) => endSessions(tx, { sessionIds }, because, now(), { devices }))
  // Forgotten again after the commit: a call in between may have cached the session before it ended.
  for (const id of sessionIds) forgetSession(id)
}

/** Deletes sessions and tokens that ended more than a month before `moment`. @returns how many sessions */
export async function purgeSessions(moment: Date): Promise<number> {
  const before = purgedBefore(moment)
  await kysely(db()).deleteFrom('refreshToken').where('expiresAt', '<', before).execute()
  const { numDeletedRows } = await kysely(db())
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expiresAt', '<', before), eb('revokedAt', '<', before)]))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
