import { randomBytes } from 'node:crypto'
import { arrayLiteral } from '#lib/core/array-literal.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows, runTransaction } from '#lib/core/db.ts'
import {
  type ChainedLine,
  chain,
  chainStart,
  headIsDue,
  knownPhone,
  paymentHash,
  RECEIPT_WAIT_SECONDS,
  WATCHED_AFTER_CLOSE_SECONDS,
} from './policy.ts'

/** Rows of one transaction: what waits for its lock waits only briefly. */
const AT_ONCE = 1_000

type End = { position: number; hash: string }

type UnlistedGift = {
  intent_id: string
  turn: number
  paid_at: Date
  video_id: string
  votes: number
  phone: string
  receipt: string | null
  /** Of the gift's first row, where it has one. */
  payment: string | null
  key: string | null
}

/**
 * Adds every counted gift that is not listed yet to its challenge's list, and a row with negative votes for every
 * listed one that does not count any more; then publishes the end of the chain where it is time. May run twice and
 * beside itself: the rows of a challenge are written under one lock, each gift once.
 * @param everything also months that were closed more than a week ago
 * @returns how many rows were added
 */
export async function listGifts({ everything }: { everything: boolean }): Promise<number> {
  const challenges = await rows<{ id: string }>(
    db(),
    `SELECT c.id FROM challenge c WHERE c.starts_at <= $1 AND ($2 OR c.phase <> 'closed' OR c.closed_at > $3
        OR NOT EXISTS (SELECT FROM tally_head h WHERE h.challenge_id = c.id))
      ORDER BY c.month`,
    [now(), everything, addSeconds(now(), -WATCHED_AFTER_CLOSE_SECONDS)],
  )
  let added = 0
  for (const { id } of challenges) added += await listChallenge(id)
  return added
}

async function listChallenge(challengeId: string): Promise<number> {
  let added = 0
  for (;;) {
    const batch = await runTransaction((client) => listBatch(client, challengeId))
    added += batch
    if (batch < AT_ONCE) return added
  }
}

async function listBatch(on: Queryable, challengeId: string): Promise<number> {
  await on.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`tally:${challengeId}`])
  // Statements of their own after the lock: they have to see what its former holder has committed.
  const list = await firstRow<{ salt: string }>(on, 'SELECT salt FROM tally_list WHERE challenge_id = $1', [
    challengeId,
  ])
  if (!list) throw new Error(`challenge ${challengeId} has no tally list`)
  const end = await endOf(on, challengeId, list.salt)
  const gifts = await unlistedGifts(on, challengeId)
  const lines = chain(
    end,
    gifts.map((gift) => lineOf(gift, list.salt)),
  )
  await insertLines(on, challengeId, lines)
  if (gifts.length < AT_ONCE) await publishHead(on, challengeId, lines.at(-1) ?? end)
  return lines.length
}

async function endOf(on: Queryable, challengeId: string, salt: string): Promise<End> {
  const last = await firstRow<End>(
    on,
    'SELECT position, hash FROM tally_row WHERE challenge_id = $1 ORDER BY position DESC LIMIT 1',
    [challengeId],
  )
  return last ?? { position: 0, hash: chainStart(challengeId, salt) }
}

/** What is counted and not listed, or listed and not counted any more, in the order in which it was credited. */
function unlistedGifts(on: Queryable, challengeId: string): Promise<UnlistedGift[]> {
  return rows(
    on,
    `SELECT g.intent_id, coalesce(t.turns, 0)::int AS turn, i.paid_at, g.video_id, g.phone, r.receipt,
        ((CASE WHEN i.state = 'credited' THEN g.vote_count ELSE 0 END) - coalesce(t.votes, 0))::int AS votes,
        t.payment, t.key
      FROM gift g JOIN payment_intent i ON i.id = g.intent_id
      LEFT JOIN (SELECT intent_id, count(*) AS turns, sum(votes) AS votes, min(payment) AS payment, min(key) AS key
        FROM tally_row WHERE challenge_id = $1 GROUP BY intent_id) t ON t.intent_id = g.intent_id
      LEFT JOIN LATERAL (SELECT receipt FROM mpesa_receipt WHERE intent_id = g.intent_id
        AND status IN ('credited', 'claimed') ORDER BY created_at LIMIT 1) r ON t.intent_id IS NULL
      WHERE g.challenge_id = $1
        AND (CASE WHEN i.state = 'credited' THEN g.vote_count ELSE 0 END) <> coalesce(t.votes, 0)
        AND (r.receipt IS NOT NULL OR t.intent_id IS NOT NULL OR i.settled_at < $2)
      ORDER BY i.settled_at, g.intent_id LIMIT $3`,
    [challengeId, addSeconds(now(), -RECEIPT_WAIT_SECONDS), AT_ONCE],
  )
}

function lineOf(gift: UnlistedGift, salt: string) {
  const key = gift.key ?? randomBytes(16).toString('hex')
  const payment =
    gift.payment ?? paymentHash({ salt, key, receipt: gift.receipt ?? '', phone: knownPhone(gift.phone) })
  return {
    intentId: gift.intent_id,
    turn: gift.turn,
    key,
    paid_at: gift.paid_at.toISOString(),
    video_id: gift.video_id,
    votes: gift.votes,
    payment,
  }
}

type NewLine = ReturnType<typeof lineOf> & ChainedLine

async function insertLines(on: Queryable, challengeId: string, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return
  await on.query(
    `INSERT INTO tally_row (challenge_id, position, intent_id, turn, paid_at, video_id, votes, payment, key, hash, listed_at)
      SELECT $1, p, i, t, a, v, n, y, k, h, $10
      FROM unnest($2::int[], $3::uuid[], $4::int[], $5::timestamptz[], $6::uuid[], $7::int[], $8::text[], $9::text[], $11::text[])
        AS line(p, i, t, a, v, n, y, k, h)`,
    [
      challengeId,
      arrayLiteral(lines.map((line) => line.position)),
      arrayLiteral(lines.map((line) => line.intentId)),
      arrayLiteral(lines.map((line) => line.turn)),
      arrayLiteral(lines.map((line) => line.paid_at)),
      arrayLiteral(lines.map((line) => line.video_id)),
      arrayLiteral(lines.map((line) => line.votes)),
      arrayLiteral(lines.map((line) => line.payment)),
      arrayLiteral(lines.map((line) => line.key)),
      now(),
      arrayLiteral(lines.map((line) => line.hash)),
    ],
  )
}

async function publishHead(on: Queryable, challengeId: string, end: End): Promise<void> {
  const state = await firstRow<{ is_counting: boolean; published_at: Date | null; position: number | null }>(
    on,
    `SELECT c.phase IN ('voting', 'tallying') AS is_counting, h.published_at, h.position
      FROM challenge c LEFT JOIN LATERAL (SELECT published_at, position FROM tally_head
        WHERE challenge_id = c.id ORDER BY published_at DESC LIMIT 1) h ON true WHERE c.id = $1`,
    [challengeId],
  )
  if (!state) return
  const { published_at: publishedAt, position } = state
  const last = publishedAt && position !== null ? { publishedAt, position } : null
  if (!headIsDue(last, end.position, state.is_counting, now())) return
  await on.query(
    `INSERT INTO tally_head (challenge_id, published_at, position, hash, votes)
      SELECT $1, $2, $3, $4, coalesce(sum(votes), 0) FROM tally_row WHERE challenge_id = $1
      ON CONFLICT (challenge_id, published_at) DO NOTHING`,
    [challengeId, now(), end.position, end.hash],
  )
}
