import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { drawTracks, type PoolTrack, TRACKS_PER_DANCER } from './policy.ts'
import { tellAssigned } from './tell-dancers.ts'

/** What an assignment has done for one dancer. `held` counts what they have now. */
export type Assigned = { dancerId: string; added: number; held: number; isShort: boolean }

type Waiting = { dancer_id: string; held: { id: string; musicianId: string }[] }

/**
 * Gives a dancer their three tracks, or what is missing of them. Run again it adds nothing; with too small a pool it
 * gives what there is, and `topUpAssignments` the rest later.
 * @returns null where the dancer has not paid for the challenge, or it is closed
 */
export async function assignFor(challengeId: string, dancerId: string): Promise<Assigned | null> {
  const [done] = await transaction((tx) => assignIn(tx, challengeId, dancerId))
  return done ?? null
}

/** `assignFor` for everybody who has paid for the challenge, who has waited longest first. */
export function assignAll(challengeId: string): Promise<Assigned[]> {
  return transaction((tx) => assignIn(tx, challengeId, null))
}

/** Makes up what is missing in every challenge that still takes videos: the pool has grown. */
export async function topUpAssignments(): Promise<void> {
  const short = await rows<{ challenge_id: string }>(
    db(),
    `SELECT DISTINCT s.challenge_id FROM subscription s JOIN challenge c ON c.id = s.challenge_id
      WHERE s.status = 'paid' AND c.phase <> 'closed' AND c.submissions_end_at > $1
        AND (SELECT count(*) FROM track_assignment a WHERE a.challenge_id = s.challenge_id AND a.dancer_id = s.dancer_id
          AND a.status <> 'cancelled') < $2`,
    [now(), TRACKS_PER_DANCER],
  )
  for (const { challenge_id } of short) await assignAll(challenge_id)
}

/**
 * The same in the caller's transaction.
 * @param dancerId null for everybody who has paid
 * @returns nothing where the challenge is closed or nobody has paid
 */
export async function assignIn(tx: Tx, challengeId: string, dancerId: string | null): Promise<Assigned[]> {
  const { client } = tx
  // One draw of a challenge at a time: each has to see what the others have used.
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`assignments:${challengeId}`])
  const isClosed = await firstRow(client, `SELECT 1 FROM challenge WHERE id = $1 AND phase = 'closed'`, [
    challengeId,
  ])
  if (isClosed) return []
  const waiting = await subscribedDancers(client, challengeId, dancerId)
  if (waiting.length === 0) return []
  const pool = await readPool(client, challengeId)
  const done: Assigned[] = []
  const allDrawn: { dancerId: string; trackId: string }[] = []
  for (const { dancer_id, held } of waiting) {
    const seed = newSecret()
    const drawn = drawTracks([...pool.values()], held, seed)
    for (const track of drawn) pool.set(track.id, { ...track, used: track.used + 1 })
    await insertAssignments(client, { challengeId, dancerId: dancer_id, seed, drawn })
    allDrawn.push(...drawn.map(({ id }) => ({ dancerId: dancer_id, trackId: id })))
    const total = held.length + drawn.length
    done.push({ dancerId: dancer_id, added: drawn.length, held: total, isShort: total < TRACKS_PER_DANCER })
  }
  const changed = done.filter(({ added }) => added > 0).map((one) => one.dancerId)
  if (changed.length > 0) await emit(tx, membersChanged, { user_ids: changed })
  await tellAssigned(tx, challengeId, allDrawn)
  return done
}

/** Dancers who have paid, with the tracks they have; all of the challenge, or one. */
function subscribedDancers(on: Queryable, challengeId: string, dancerId: string | null): Promise<Waiting[]> {
  return rows(
    on,
    `SELECT s.dancer_id, coalesce(jsonb_agg(jsonb_build_object('id', a.track_id, 'musicianId', t.musician_id))
        FILTER (WHERE a.id IS NOT NULL), '[]') AS held
      FROM subscription s
      LEFT JOIN track_assignment a ON a.challenge_id = s.challenge_id AND a.dancer_id = s.dancer_id AND a.status <> 'cancelled'
      LEFT JOIN track t ON t.id = a.track_id
      WHERE s.challenge_id = $1 AND s.status = 'paid' AND ($2::uuid IS NULL OR s.dancer_id = $2)
      GROUP BY s.id ORDER BY s.paid_at, s.id`,
    [challengeId, dancerId],
  )
}

/** The approved tracks, with how often the challenge uses each. */
async function readPool(on: Queryable, challengeId: string): Promise<Map<string, PoolTrack>> {
  const found = await rows<PoolTrack>(
    on,
    `SELECT t.id, t.musician_id AS "musicianId", count(a.id)::int AS used
      FROM track t LEFT JOIN track_assignment a ON a.track_id = t.id AND a.challenge_id = $1 AND a.status <> 'cancelled'
      WHERE t.status = 'approved' GROUP BY t.id`,
    [challengeId],
  )
  return new Map(found.map((track) => [track.id, track]))
}

async function insertAssignments(
  on: Queryable,
  of: { challengeId: string; dancerId: string; seed: string; drawn: readonly PoolTrack[] },
): Promise<void> {
  if (of.drawn.length === 0) return
  // A cancelled assignment of the same track keeps its row: it is taken up again.
  await on.query(
    `INSERT INTO track_assignment (id, challenge_id, dancer_id, track_id, seed, assigned_at)
      SELECT id, $1, $2, track_id, $3, $4 FROM unnest($5::uuid[], $6::uuid[]) AS d(id, track_id)
      ON CONFLICT (challenge_id, dancer_id, track_id)
      DO UPDATE SET status = 'active', seed = EXCLUDED.seed, assigned_at = EXCLUDED.assigned_at`,
    [of.challengeId, of.dancerId, of.seed, now(), of.drawn.map(() => newId()), of.drawn.map(({ id }) => id)],
  )
}
