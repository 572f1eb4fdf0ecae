import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { lockDraws } from '#lib/domain/challenges/lock-draws.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { drawTracks, type PoolTrack } from './policy.ts'
import { hasStayed } from './queries.ts'

/** `added`: tracks assigned now. `held`: all the dancer's tracks, with those. `isShort`: fewer than three. */
export type Assigned = { dancerId: string; added: number; held: number; isShort: boolean }

/**
 * Assigns the missing ones of a dancer's three tracks, as far as the pool suffices; `assignMissingTracks`
 * adds the rest later. Idempotent.
 * @returns null if the dancer has not paid, or the challenge takes no videos any more
 */
export async function assignTracks(challengeId: string, dancerId: string): Promise<Assigned | null> {
  const [done] = await transaction((tx) => assignTracksIn(tx, challengeId, dancerId))
  return done ?? null
}

/** Assigns tracks to all dancers who have paid, longest wait first. */
export function assignTracksToAll(challengeId: string): Promise<Assigned[]> {
  return transaction((tx) => assignTracksIn(tx, challengeId, null))
}

/** Assigns missing tracks in every challenge that takes videos, after the pool has grown. */
export async function assignMissingTracks(): Promise<void> {
  const short = await kysely(db())
    .selectFrom('subscription as s')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .select('s.challengeId')
    .distinct()
    .where('s.status', '=', 'paid')
    .where(hasStayed)
    .where('c.phase', '<>', 'closed')
    .where('c.submissionsEndAt', '>', now())
    .where(
      (eb) =>
        eb
          .selectFrom('trackAssignment as a')
          .select((a) => a.fn.countAll().as('count'))
          .whereRef('a.challengeId', '=', 's.challengeId')
          .whereRef('a.dancerId', '=', 's.dancerId')
          .where('a.status', '<>', 'cancelled'),
      '<',
      TRACKS_PER_DANCER,
    )
    .execute()
  for (const { challengeId } of short) await assignTracksToAll(challengeId)
}

/**
 * @param dancerId null for all dancers who have paid
 * @returns an empty list if the challenge takes no videos any more, or nobody has paid
 */
export async function assignTracksIn(
  tx: Tx,
  challengeId: string,
  dancerId: string | null,
): Promise<Assigned[]> {
  await lockDraws(tx.client, challengeId)
  const challenge = await tx.kysely
    .selectFrom('challenge')
    .select(['phase', 'votingStartsAt', 'submissionsEndAt', 'endsAt', 'closedAt'])
    .where('id', '=', challengeId)
    .executeTakeFirst()
  if (!challenge || !submissionsAreOpen(challenge, now())) return []
  const waiting = await readSubscribedDancers(tx, challengeId, dancerId)
  if (waiting.length === 0) return []
  const pool = await readPool(tx, challengeId)
  const done: Assigned[] = []
  const allDrawn: { dancerId: string; trackId: string }[] = []
  for (const { id, held } of waiting) {
    const seed = newSecret()
    const drawn = drawTracks([...pool.values()], held, seed)
    for (const track of drawn) pool.set(track.id, { ...track, used: track.used + 1 })
    await insertAssignments(tx, { challengeId, dancerId: id, seed, drawn })
    allDrawn.push(...drawn.map((track) => ({ dancerId: id, trackId: track.id })))
    const total = held.length + drawn.length
    done.push({ dancerId: id, added: drawn.length, held: total, isShort: total < TRACKS_PER_DANCER })
  }
  const changed = done.filter(({ added }) => added > 0).map((one) => one.dancerId)
  if (changed.length > 0) await emit(tx, membersChanged, { user_ids: changed })
  await tellAssigned(tx, challengeId, allDrawn)
  return done
}

/** Dancers who have paid and not closed their account, with their tracks. */
async function readSubscribedDancers(tx: Tx, challengeId: string, dancerId: string | null) {
  const paid = await tx.kysely
    .selectFrom('subscription')
    .select('dancerId')
    .where('challengeId', '=', challengeId)
    .where('status', '=', 'paid')
    .$if(dancerId !== null, (all) => all.where('dancerId', '=', dancerId))
    .orderBy('paidAt')
    .orderBy('id')
    .execute()
  const held = await tx.kysely
    .selectFrom('trackAssignment as a')
    .innerJoin('track as t', 't.id', 'a.trackId')
    .select(['a.dancerId', 't.id', 't.musicianId'])
    .where('a.challengeId', '=', challengeId)
    .where('a.status', '<>', 'cancelled')
    .$if(dancerId !== null, (all) => all.where('a.dancerId', '=', dancerId))
    .execute()
  const byDancer = Map.groupBy(held, (one) => one.dancerId)
  const dancers = paid.map(({ dancerId: id }) => ({
    id,
    held: byDancer.get(id) ?? [],
  }))
  const live = await lockLive(
    tx,
    dancers.filter((one) => one.held.length < TRACKS_PER_DANCER).map(({ id }) => id),
  )
  return dancers.filter((one) => one.held.length >= TRACKS_PER_DANCER || live.has(one.id))
}

/**
 * Returns the dancers whose accounts are not closed, and locks these against closing. Deactivated dancers may
 * return, so they get tracks too.
 */
async function lockLive(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const live = await tx.kysely
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(live.map(({ id }) => id))
}

async function readPool(tx: Tx, challengeId: string): Promise<Map<string, PoolTrack>> {
  const found = await tx.kysely
    .selectFrom('track as t')
    .leftJoin('trackAssignment as a', (join) =>
      join
        .onRef('a.trackId', '=', 't.id')
        .on('a.challengeId', '=', challengeId)
        .on('a.status', '<>', 'cancelled'),
    )
    .select(['t.id', 't.musicianId'])
    .select((eb) => eb.cast<number>(eb.fn.count('a.id'), 'int4').as('used'))
    .where('t.status', '=', 'approved')
    .groupBy('t.id')
    .execute()
  return new Map(found.map((track) => [track.id, track]))
}

async function insertAssignments(
  tx: Tx,
  of: { challengeId: string; dancerId: string; seed: string; drawn: readonly PoolTrack[] },
): Promise<void> {
  if (of.drawn.length === 0) return
  const given = { challengeId: of.challengeId, dancerId: of.dancerId, seed: of.seed, assignedAt: now() }
  await tx.kysely
    .insertInto('trackAssignment')
    .values(of.drawn.map((track) => ({ id: newId(), trackId: track.id, ...given })))
    // A cancelled assignment of the same track becomes active again.
    .onConflict((conflict) =>
      conflict.columns(['challengeId', 'dancerId', 'trackId']).doUpdateSet({
        status: 'active',
        seed: of.seed,
        assignedAt: given.assignedAt,
      }),
    )
    .execute()
}

async function tellAssigned(
  tx: Tx,
  challengeId: string,
  drawn: readonly { dancerId: string; trackId: string }[],
): Promise<void> {
  if (drawn.length === 0) return
  const challenge = await tx.kysely
    .selectFrom('challenge')
    .select('title')
    .where('id', '=', challengeId)
    .executeTakeFirstOrThrow()
  const tracks = await tx.kysely
    .selectFrom('track')
    .select(['id', 'title', 'artist'])
    .where('id', '=', anyOf([...new Set(drawn.map(({ trackId }) => trackId))]))
    .orderBy('title')
    .execute()
  for (const [userId, own] of Map.groupBy(drawn, ({ dancerId }) => dancerId)) {
    const ids = new Set(own.map(({ trackId }) => trackId))
    const told = tracks.filter(({ id }) => ids.has(id)).map(({ title, artist }) => ({ title, artist }))
    await notify(tx, {
      userId,
      occasion: `${challengeId} ${[...ids].sort().join(' ')}`,
      template: 'tracks_assigned',
      data: { challenge: challenge.title, tracks: told },
    })
  }
}
