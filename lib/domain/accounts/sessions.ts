import type { RoleName } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newId, newSecret, sha256 } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { signAccessToken } from './access-token.ts'
import { LoginRefusedError, SecondFactorRequiredError } from './errors.ts'
import { sessionsEnded } from './events.ts'
import { forgetSession } from './live-sessions.ts'
import { refreshExpiry } from './policy.ts'
import type { TokenPair } from './schema.ts'

const MAX_USER_AGENT = 256

/** @param isProven whether the user has proved their second factor @returns the session's id */
export async function openSession(
  on: Queryable,
  userId: string,
  userAgent: string,
  moment: Date,
  isProven: boolean,
): Promise<string> {
  const id = newId()
  await kysely(on)
    .insertInto('session')
    .values({
      id,
      userId,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      createdAt: moment,
      expiresAt: refreshExpiry(moment),
      secondFactorAt: isProven ? moment : null,
    })
    .execute()
  return id
}

/**
 * Adds a refresh token, and extends the session until the token expires.
 * @param token 256 random bits; only the hash is stored, and a duplicate changes nothing
 */
export async function addRefreshToken(
  on: Queryable,
  sessionId: string,
  token: string,
  moment: Date,
): Promise<void> {
  const expiresAt = refreshExpiry(moment)
  await kysely(on)
    .with('extended', (qb) => qb.updateTable('session').set({ expiresAt }).where('id', '=', sessionId))
    .insertInto('refreshToken')
    .values({ tokenHash: sha256(token), sessionId, createdAt: moment, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Facts that a login has verified; a concurrent write may have changed them. */
export type Verified = {
  readonly passwordHash: string
  readonly isProven: boolean
}

/**
 * Starts a session with its first pair of tokens, after the credentials were checked.
 * @param verified for a login; a registration or mailed link needs none
 * @throws LoginRefusedError if account or password changed meanwhile
 * @throws SecondFactorRequiredError if the second factor changed meanwhile
 */
export async function startSession(
  user: { id: string; role: RoleName },
  userAgent: string,
  verified?: Verified,
): Promise<TokenPair> {
  const moment = now()
  const refresh = newSecret()
  const sessionId = await transaction(async (tx) => {
    await lockVerified(tx, user.id, moment, verified)
    const id = await openSession(tx.client, user.id, userAgent, moment, verified?.isProven ?? false)
    await addRefreshToken(tx.client, id, refresh, moment)
    return id
  })
  return { access: await signAccessToken({ ...user, sessionId }, moment), refresh }
}

/**
 * Locks the account's row and compares it with `verified`. Each command that ends all sessions locks this row
 * first: either its change is seen here, or it ends the new session too.
 * @throws LoginRefusedError, SecondFactorRequiredError
 */
async function lockVerified(
  tx: Tx,
  userId: string,
  moment: Date,
  verified: Verified | undefined,
): Promise<void> {
  const held = await tx.kysely
    .updateTable('appUser')
    .set({ lastActiveAt: moment })
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .$if(verified !== undefined, (query) => query.where('passwordHash', '=', verified?.passwordHash ?? ''))
    .returning('id')
    .executeTakeFirst()
  if (!held) throw new LoginRefusedError()
  if (verified && (await hasFactor(tx, userId)) !== verified.isProven) throw new SecondFactorRequiredError()
}

/** Locks the factor, so that a concurrent change of it waits for this transaction. */
async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  const factor = await tx.kysely
    .selectFrom('secondFactor')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .forShare()
    .executeTakeFirst()
  return factor !== undefined && factor.confirmedAt !== null
}

export type EndReason =
  | 'logout'
  | 'idle'
  | 'cookie_removed'
  | 'reuse'
  | 'password_reset'
  | 'deactivated'
  | 'account_deleted'
  | 'second_factor_enrolled'
  | 'second_factor_reset'
  | 'ended_by_command'

/**
 * Ends live sessions with their access tokens, cookies and sockets.
 * @param reason stored as a note only
 * @param devices whether the sessions' browsers continue to receive pushes
 */
export async function endSessions(
  tx: Tx,
  which: { sessionIds: readonly string[] } | { userId: string },
  reason: EndReason,
  moment: Date,
  { devices = 'detach' }: { devices?: 'keep' | 'detach' | undefined } = {},
): Promise<void> {
  const ended = await tx.kysely
    .updateTable('session')
    .set({ revokedAt: moment, revokedReason: reason })
    .where('revokedAt', 'is', null)
    .where((eb) =>
      'userId' in which ? eb('userId', '=', which.userId) : eb('id', '=', anyOf(which.sessionIds)),
    )
    .returning('id')
    .execute()
  if (devices === 'detach') await endPushes(tx, which)
  if (ended.length === 0) return
  await emit(tx, sessionsEnded, { session_ids: ended.map((row) => row.id) })
  for (const { id } of ended) forgetSession(id)
}

/** Stops the pushes of these sessions' browsers, except for a followed result. */
async function endPushes(
  tx: Tx,
  which: { sessionIds: readonly string[] } | { userId: string },
): Promise<void> {
  const left = await tx.kysely
    .updateTable('pushSubscription')
    .set({ userId: null, sessionId: null })
    .where((eb) =>
      'userId' in which ? eb('userId', '=', which.userId) : eb('sessionId', '=', anyOf(which.sessionIds)),
    )
    .returning('id')
    .execute()
  if (left.length === 0) return
  await tx.kysely
    .deleteFrom('pushSubscription as p')
    .where('p.id', '=', anyOf(left.map(({ id }) => id)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('resultFollower as f').select('f.id').whereRef('f.pushSubscriptionId', '=', 'p.id'),
        ),
      ),
    )
    .execute()
}
