import type { PoolClient } from 'pg'
import type { RoleName } from '#lib/contract/call.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { newId, newSecret, sha256 } from '#lib/core/ids.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { signAccessToken } from './access-token.ts'
import { sessionsEnded } from './events.ts'
import { forgetSession } from './live-sessions.ts'
import { REFRESH_SECONDS, type TokenPair } from './schema.ts'

const MAX_USER_AGENT = 256

/** Starts a session. @param isProven whether the second factor was @returns its id */
export async function openSession(
  on: Queryable,
  userId: string,
  userAgent: string,
  moment: Date,
  isProven: boolean,
): Promise<string> {
  const id = newId()
  await rows(on, {
    name: 'session-open',
    text: `INSERT INTO session (id, user_id, user_agent, created_at, expires_at, second_factor_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      id,
      userId,
      userAgent.slice(0, MAX_USER_AGENT),
      moment,
      addSeconds(moment, REFRESH_SECONDS),
      isProven ? moment : null,
    ],
  })
  return id
}

/**
 * Adds a refresh token to a session, which lives as long as its youngest token.
 * @param token of 256 bits, which is kept nowhere else; added again it changes nothing
 */
export async function addRefreshToken(
  client: PoolClient,
  sessionId: string,
  token: string,
  moment: Date,
): Promise<void> {
  const expiresAt = addSeconds(moment, REFRESH_SECONDS)
  await rows(client, {
    name: 'refresh-token-issue',
    text: `WITH kept AS (UPDATE session SET expires_at = $4 WHERE id = $2)
           INSERT INTO refresh_token (token_hash, session_id, created_at, expires_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
    values: [sha256(token), sessionId, moment, expiresAt],
  })
}

/**
 * Signs somebody in whose right to it was checked: a session and its first pair of tokens.
 * @param isProven whether they have proved their second factor
 */
export async function startSession(
  user: { id: string; role: RoleName },
  userAgent: string,
  isProven = false,
): Promise<TokenPair> {
  const moment = now()
  const refresh = newSecret()
  const sessionId = await transaction(async ({ client }) => {
    const id = await openSession(client, user.id, userAgent, moment, isProven)
    await rows(client, 'UPDATE app_user SET last_active_at = $2 WHERE id = $1', [user.id, moment])
    await addRefreshToken(client, id, refresh, moment)
    return id
  })
  return { access: await signAccessToken({ ...user, sessionId }, moment), refresh }
}

/** Why a session ended before its time. */
export type EndReason =
  | 'logout'
  | 'reuse'
  | 'password_reset'
  | 'deactivated'
  | 'account_deleted'
  | 'second_factor_enrolled'
  | 'second_factor_reset'

/** Ends those of the sessions that still live, their access tokens, cookies and sockets with them. */
export async function endSessions(
  tx: Tx,
  which: { sessionIds: readonly string[] } | { userId: string },
  reason: EndReason,
  moment: Date,
): Promise<void> {
  const condition = 'userId' in which ? 'user_id = $3' : 'id = ANY($3)'
  const ended = await rows<{ id: string }>(
    tx.client,
    `UPDATE session SET revoked_at = $1, revoked_reason = $2 WHERE revoked_at IS NULL AND ${condition} RETURNING id`,
    [moment, reason, 'userId' in which ? which.userId : which.sessionIds],
  )
  if (ended.length === 0) return
  await emit(tx, sessionsEnded, { session_ids: ended.map((row) => row.id) })
  for (const { id } of ended) forgetSession(id)
}
