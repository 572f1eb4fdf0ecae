import { sql } from 'kysely'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { lockDraws } from '#lib/domain/challenges/lock-draws.ts'
import { submissionsAreOpen } from '#lib/domain/challenges/policy.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { drawTracks, type PoolTrack } from './policy.ts'
import { hasStayed } from './queries.ts'

/** What was assigned to one dancer. `held` counts the tracks that they have now. */
export type Assigned = { dancerId: string; added: number; held: number; isShort: boolean }

/**
 * Assigns a dancer their three tracks, or those that are missing. Run again it adds nothing. Where the pool is too small it
 * assigns what there is, and `assignMissingTracks` the rest later.
 * @returns null where the dancer has not paid for the challenge, or it takes no videos any more
 */
export async function assignTracks(challengeId: string, dancerId: string): Promise<Assigned | null> {
  const [done] = await transaction((tx) => assignTracksIn(tx, challengeId, dancerId))
  return done ?? null
}

/** `assignTracks` for everybody who has paid for the challenge, who has waited longest first. */
export function assignTracksToAll(challengeId: string): Promise<Assigned[]> {
  return transaction((tx) => assignTracksIn(tx, challengeId, null))
}

/** Assigns the missing tracks in every challenge that still takes videos, after the pool has grown. */
export async function assignMissingTracks(): Promise<void> {
  const short = await kysely(db())
    .selectFrom('subscription as s')
    .innerJoin('challenge as c', 'c.id', 's.challenge_id')
    .select('s.challenge_id')
    .distinct()
    .where('s.status', '=', 'paid')
    .where(hasStayed)
    .where('c.phase', '<>', 'closed')
    .where('c.submissions_end_at', '>', now())
    .where(
      (eb) =>
        eb
          .selectFrom('track_assignment as a')
          .select((a) => a.fn.countAll().as('count'))
          .whereRef('a.challenge_id', '=', 's.challenge_id')
          .whereRef('a.dancer_id', '=', 's.dancer_id')
          .where('a.status', '<>', 'cancelled'),
      '<',
      TRACKS_PER_DANCER,
    )
    .execute()
  for (const { challenge_id } of short) await assignTracksToAll(challenge_id)
}

/**
 * `assignTracks` in the caller's transaction, to one dancer or to all.
 * @param dancerId null for everybody who has paid
 * @returns nothing where the challenge takes no videos any more, or nobody has paid
 */
export async function assignTracksIn(
  tx: Tx,
  challengeId: string,
  dancerId: string | null,
): Promise<Assigned[]> {
  await lockDraws(tx.client, challengeId)
  const challenge = await tx.prisma.challenge.findUnique({
    where: { id: challengeId },
    select: { phase: true, votingStartsAt: true, submissionsEndAt: true, endsAt: true, closedAt: true },
  })
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

/** Reads the dancers who have paid and not gone, all of the challenge or one, each with the tracks that they have. */
async function readSubscribedDancers(tx: Tx, challengeId: string, dancerId: string | null) {
  const who = { challengeId, ...(dancerId === null ? {} : { dancerId }) }
  const paid = await tx.prisma.subscription.findMany({
    where: { ...who, status: 'paid' },
    orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
    select: { dancerId: true },
  })
  const held = await tx.prisma.trackAssignment.findMany({
    where: { ...who, status: { not: 'cancelled' } },
    select: { dancerId: true, track: { select: { id: true, musicianId: true } } },
  })
  const byDancer = Map.groupBy(held, (one) => one.dancerId)
  const dancers = paid.map(({ dancerId: id }) => ({
    id,
    held: byDancer.get(id)?.map(({ track }) => track) ?? [],
  }))
  const live = await lockLive(
    tx,
    dancers.filter((one) => one.held.length < TRACKS_PER_DANCER).map(({ id }) => id),
  )
  return dancers.filter((one) => one.held.length >= TRACKS_PER_DANCER || live.has(one.id))
}

/**
 * Finds which dancers have not closed their account, and lets none close it before the transaction ends. A deactivated one may come
 * back, and is assigned tracks as before.
 */
async function lockLive(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const live = await tx.kysely
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(live.map(({ id }) => id))
}

/** Reads the approved tracks, with how often the challenge uses each. */
async function readPool(tx: Tx, challengeId: string): Promise<Map<string, PoolTrack>> {
  const found = await tx.kysely
    .selectFrom('track as t')
    .leftJoin('track_assignment as a', (join) =>
      join
        .onRef('a.track_id', '=', 't.id')
        .on('a.challenge_id', '=', challengeId)
        .on('a.status', '<>', 'cancelled'),
    )
    .select(['t.id', 't.musician_id as musicianId'])
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
  const given = { challenge_id: of.challengeId, dancer_id: of.dancerId, seed: of.seed, assigned_at: now() }
  await tx.kysely
    .insertInto('track_assignment')
    .values(of.drawn.map((track) => ({ id: newId(), track_id: track.id, ...given })))
    // A cancelled assignment of the same track keeps its row, which becomes active again.
    .onConflict((conflict) =>
      conflict.columns(['challenge_id', 'dancer_id', 'track_id']).doUpdateSet({
        status: 'active',
        seed: of.seed,
        assigned_at: given.assigned_at,
      }),
    )
    .execute()
}

/** Tells dancers which tracks were drawn for them. */
async function tellAssigned(
  tx: Tx,
  challengeId: string,
  drawn: readonly { dancerId: string; trackId: string }[],
): Promise<void> {
  if (drawn.length === 0) return
  const challenge = await tx.prisma.challenge.findUniqueOrThrow({
    where: { id: challengeId },
    select: { title: true },
  })
  const tracks = await tx.prisma.track.findMany({
    where: { id: { in: [...new Set(drawn.map(({ trackId }) => trackId))] } },
    orderBy: { title: 'asc' },
    select: { id: true, title: true, artist: true },
  })
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
