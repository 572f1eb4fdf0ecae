import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { Actor } from './schema.ts'
import { mustEnrol } from './second-factor/need.ts'

/** For how long a process trusts what it has read: a session that ended is noticed everywhere after this time at the latest. */
const TRUST_MS = 3_000
const MAX_CACHED = 20_000

type Cached = { actor: Actor; readAt: number }

const cache = processSingleton('live-sessions', () => new Map<string, Cached>())

/**
 * Returns whom a session belongs to while it is alive: neither revoked nor expired, and its user active.
 * Asks the database at most once in three seconds for each session and process.
 */
export async function findActor(sessionId: string): Promise<Actor | null> {
  const moment = now()
  const cached = cache.get().get(sessionId)
  const age = cached ? moment.getTime() - cached.readAt : Number.POSITIVE_INFINITY
  if (cached && age >= 0 && age < TRUST_MS) return cached.actor
  const actor = await readActor(sessionId, moment)
  // Not cached while the second factor is being set up: afterwards the person may go on at once, in every process.
  if (actor && !actor.mustEnrol) remember(sessionId, { actor, readAt: moment.getTime() })
  else forgetSession(sessionId)
  return actor
}

/** Returns which of these sessions are alive, without the cache. */
export async function readLiveSessions(sessionIds: readonly string[]): Promise<Set<string>> {
  const found = await kysely(db())
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('second_factor as f', 'f.user_id', 'u.id')
    .select('s.id')
    .where('s.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now())
    .where('u.is_active', '=', true)
    .where((eb) => eb.or([eb('s.second_factor_at', 'is not', null), eb('f.confirmed_at', 'is', null)]))
    .execute()
  return new Set(found.map(({ id }) => id))
}

/** Makes this process ask the database at the session's next call. */
export function forgetSession(sessionId: string): void {
  cache.get().delete(sessionId)
}

async function readActor(sessionId: string, moment: Date): Promise<Actor | null> {
  const row = await kysely(db())
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('second_factor as f', 'f.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.role', 's.second_factor_at', 'f.confirmed_at'])
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', moment)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { second_factor_at, confirmed_at, ...person } = row
  const lacksFactor = second_factor_at === null
  // Whoever has an app signs in with it, whatever the setting says: a session that never proved it is at an end.
  if (lacksFactor && confirmed_at !== null) return null
  return lacksFactor && mustEnrol(person.role)
    ? { ...person, sessionId, mustEnrol: true }
    : { ...person, sessionId }
}

function remember(sessionId: string, entry: Cached): void {
  const map = cache.get()
  map.delete(sessionId)
  map.set(sessionId, entry)
  const oldest = map.size > MAX_CACHED ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}
