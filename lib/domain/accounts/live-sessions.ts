import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { Actor } from './schema.ts'
import { mustEnrol } from './second-factor/need.ts'

/** How long a process trusts a cached session, and so may miss that the session has ended. */
const TRUST_MS = 3_000
const MAX_CACHED = 20_000

type Cached = { actor: Actor; readAt: number }

const cache = processSingleton('live-sessions', () => new Map<string, Cached>())

/**
 * Returns the user of a session that is neither revoked nor expired, if the user is active. Each process
 * caches the answer for three seconds.
 */
export async function findActor(sessionId: string): Promise<Actor | null> {
  const moment = now()
  const cached = cache.get().get(sessionId)
  const age = cached ? moment.getTime() - cached.readAt : Number.POSITIVE_INFINITY
  if (cached && age >= 0 && age < TRUST_MS) return cached.actor
  const actor = await readActor(sessionId, moment)
  // Not cached during enrolment: afterwards the user may continue at once, in every process.
  if (actor && !actor.mustEnrol) remember(sessionId, { actor, readAt: moment.getTime() })
  else forgetSession(sessionId)
  return actor
}

/** Returns which of the sessions are live, from the database, not the cache. */
export async function readLiveSessions(sessionIds: readonly string[]): Promise<Set<string>> {
  const found = await kysely(db())
    .selectFrom('session as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('secondFactor as f', 'f.userId', 'u.id')
    .select('s.id')
    .where('s.id', '=', anyOf(sessionIds))
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', now())
    .where('u.isActive', '=', true)
    .where((eb) => eb.or([eb('s.secondFactorAt', 'is not', null), eb('f.confirmedAt', 'is', null)]))
    .execute()
  return new Set(found.map(({ id }) => id))
}

export function forgetSession(sessionId: string): void {
  cache.get().delete(sessionId)
}

async function readActor(sessionId: string, moment: Date): Promise<Actor | null> {
  const row = await kysely(db())
    .selectFrom('session as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('secondFactor as f', 'f.userId', 'u.id')
    .select(['u.id', 'u.username', 'u.role', 's.secondFactorAt', 'f.confirmedAt'])
    .where('s.id', '=', sessionId)
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', moment)
    .where('u.isActive', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { secondFactorAt, confirmedAt, ...person } = row
  const lacksFactor = secondFactorAt === null
  // A user who has set up an authenticator app needs its proof, whatever STAFF_SECOND_FACTOR says.
  if (lacksFactor && confirmedAt !== null) return null
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
