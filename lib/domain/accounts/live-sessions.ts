import type { RoleName } from '#lib/contract/call.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { Actor } from './schema.ts'
import { mustEnrol } from './second-factor/need.ts'

/** An ended session is noticed by every process after this long at the most. */
const TRUST_MS = 3_000
const MOST = 20_000

type Known = { actor: Actor; readAt: number }

const known = processSingleton('live-sessions', () => new Map<string, Known>())

/**
 * Who a session belongs to, as long as it lives: neither revoked nor expired, its user active.
 * Asks the database at most once in three seconds for each session and process.
 */
export async function findActor(sessionId: string): Promise<Actor | null> {
  const moment = now()
  const cached = known.get().get(sessionId)
  const age = cached ? moment.getTime() - cached.readAt : Number.POSITIVE_INFINITY
  if (cached && age >= 0 && age < TRUST_MS) return cached.actor
  const actor = await readActor(sessionId, moment)
  // Who is setting up the second factor may go on the moment that is done, in every process.
  if (actor && !actor.mustEnrol) remember(sessionId, { actor, readAt: moment.getTime() })
  else forgetSession(sessionId)
  return actor
}

/** Which of these sessions still live, asked of the database at once. */
export async function readLiveSessions(sessionIds: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(db(), {
    name: 'live-sessions',
    text: `SELECT s.id FROM session s JOIN app_user u ON u.id = s.user_id LEFT JOIN second_factor f ON f.user_id = u.id
           WHERE s.id = ANY($1::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.is_active
             AND (s.second_factor_at IS NOT NULL OR f.confirmed_at IS NULL)`,
    values: [sessionIds, now()],
  })
  return new Set(found.map(({ id }) => id))
}

/** Makes this process ask the database at the session's next call. */
export function forgetSession(sessionId: string): void {
  known.get().delete(sessionId)
}

type ActorRow = { id: string; username: string; role: RoleName; lacks_factor: boolean; is_enrolled: boolean }

async function readActor(sessionId: string, moment: Date): Promise<Actor | null> {
  const row = await firstRow<ActorRow>(db(), {
    name: 'live-session',
    text: `SELECT u.id, u.username, u.role, s.second_factor_at IS NULL AS lacks_factor,
             f.confirmed_at IS NOT NULL AS is_enrolled
           FROM session s JOIN app_user u ON u.id = s.user_id LEFT JOIN second_factor f ON f.user_id = u.id
           WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.is_active`,
    values: [sessionId, moment],
  })
  if (!row) return null
  const { lacks_factor, is_enrolled, ...person } = row
  // Whoever has an app signs in with it, whatever the setting says: a session that never proved it is at an end.
  if (lacks_factor && is_enrolled) return null
  return lacks_factor && mustEnrol(person.role)
    ? { ...person, sessionId, mustEnrol: true }
    : { ...person, sessionId }
}

function remember(sessionId: string, entry: Known): void {
  const map = known.get()
  map.delete(sessionId)
  map.set(sessionId, entry)
  const oldest = map.size > MOST ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}
