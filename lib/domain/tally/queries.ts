import type { FoundGift, TallyRow, TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { findChallenge, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { chainStart, paymentHash } from './policy.ts'

type List = { id: string; title: string; salt: string }

/** @throws NotFoundError where no such challenge has begun */
async function requireList(challengeId: string): Promise<List> {
  const list = await firstRow<List>(
    db(),
    `SELECT c.id, c.title, l.salt FROM challenge c JOIN tally_list l ON l.challenge_id = c.id
      WHERE c.id = $1 AND c.starts_at <= $2`,
    [challengeId, now()],
  )
  if (!list) throw new NotFoundError()
  return list
}

/** The challenge that a page of the tally is about: by its id, or the running one for `current`; null where there is none. */
export async function findTallyChallenge(asked: string): Promise<TallySummary['challenge'] | null> {
  const at = now()
  const found =
    asked === 'current'
      ? await findCurrentChallenge(at)
      : isUuid(asked) && (await findChallenge(db(), asked, at))
  return found ? { id: found.id, title: found.title } : null
}

type StoredTotal = TallySummary['totals'][number] & { track: string; username: string }
type Head = { position: number; hash: string; votes: number }

/** The list's end, the ends published so far, and each video's votes in the list beside those that are shown. */
export async function getTally(challengeId: string): Promise<TallySummary> {
  const list = await requireList(challengeId)
  // One statement for what has to agree: the end, the listed votes and the shown ones are of one moment.
  const state = await firstRow<{ position: number | null; hash: string | null; totals: StoredTotal[] }>(
    db(),
    `SELECT e.position, e.hash, (SELECT coalesce(json_agg(t ORDER BY t.counted DESC, t.video_id), '[]') FROM (
        SELECT v.id AS video_id, v.title, tr.title AS track, u.username, coalesce(p.display_name, u.username) AS dancer,
          coalesce(s.votes, 0)::int AS listed, v.vote_count AS counted
        FROM video v JOIN app_user u ON u.id = v.dancer_id LEFT JOIN profile p ON p.user_id = u.id
        JOIN track tr ON tr.id = v.track_id
        LEFT JOIN (SELECT video_id, sum(votes) AS votes FROM tally_row WHERE challenge_id = $1 GROUP BY video_id) s
          ON s.video_id = v.id
        WHERE v.challenge_id = $1 AND (v.vote_count > 0 OR s.votes IS NOT NULL)) t) AS totals
      FROM (SELECT 1) one LEFT JOIN LATERAL (
        SELECT position, hash FROM tally_row WHERE challenge_id = $1 ORDER BY position DESC LIMIT 1) e ON true`,
    [challengeId],
  )
  const heads = await rows<Head & { published_at: Date }>(
    db(),
    'SELECT position, hash, votes, published_at FROM tally_head WHERE challenge_id = $1 ORDER BY published_at',
    [challengeId],
  )
  const start = chainStart(list.id, list.salt)
  const totals = (state?.totals ?? []).map(({ track, username, ...total }) => ({
    ...total,
    title: displayTitle(total.title, track, username),
  }))
  const head: Head = {
    position: state?.position ?? 0,
    hash: state?.hash ?? start,
    votes: totals.reduce((sum, { listed }) => sum + listed, 0),
  }
  return {
    challenge: { id: list.id, title: list.title },
    salt: list.salt,
    start,
    head,
    // Published after the state was read: the next answer has it.
    heads: heads
      .filter(({ position }) => position <= head.position)
      .map((one) => ({ ...one, published_at: one.published_at.toISOString() })),
    totals,
  }
}

type StoredRow = Omit<TallyRow, 'paid_at'> & { paid_at: Date }

/** Rows after a position. They never change: whoever has them need not ask again. */
export async function readTallyRows(
  challengeId: string,
  { after, limit }: { after: number; limit: number },
): Promise<TallyRows> {
  await requireList(challengeId)
  const results = await rowsAfter(challengeId, after, limit)
  return { results, next_after: results.length < limit ? null : (results.at(-1)?.position ?? null) }
}

async function rowsAfter(challengeId: string, after: number, limit: number): Promise<TallyRow[]> {
  const found = await rows<StoredRow>(db(), {
    name: 'tally-rows-after',
    text: `SELECT position, paid_at, video_id, votes, payment, hash FROM tally_row
      WHERE challenge_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    values: [challengeId, after, limit],
  })
  return found.map(present)
}

const present = (row: StoredRow): TallyRow => ({ ...row, paid_at: row.paid_at.toISOString() })

/**
 * All rows, some at a time, so that nobody's memory holds a whole list.
 * @throws NotFoundError where no such challenge has begun, before anything is given
 */
export async function openTally(challengeId: string): Promise<AsyncIterable<TallyRow[]>> {
  await requireList(challengeId)
  return everyRow(challengeId)
}

const AT_ONCE = 2_000

async function* everyRow(challengeId: string): AsyncGenerator<TallyRow[]> {
  let after = 0
  for (;;) {
    const batch = await rowsAfter(challengeId, after, AT_ONCE)
    if (batch.length > 0) yield batch
    if (batch.length < AT_ONCE) return
    after = batch.at(-1)?.position ?? after
  }
}

type CandidateRow = StoredRow & {
  key: string
  taken_back_at: number | null
  title: string
  track: string
  username: string
}

/**
 * The row of a gift, for who names its receipt and phone (the receipt alone where M-Pesa masked the phone), with what
 * it takes to re-compute its `payment`.
 * @param asked receipt in capitals, phone as 254XXXXXXXXX
 * @throws RuleError gift_not_listed (404)
 */
export async function findListedGift(
  challengeId: string,
  asked: { receipt: string; phone: string },
): Promise<FoundGift> {
  const { salt } = await requireList(challengeId)
  const row = await firstRow<CandidateRow>(
    db(),
    `SELECT t.position, t.paid_at, t.video_id, t.votes, t.payment, t.hash, t.key, v.title, tr.title AS track, u.username,
        (SELECT max(b.position) FROM tally_row b WHERE b.intent_id = t.intent_id AND b.votes < 0) AS taken_back_at
      FROM mpesa_receipt r JOIN tally_row t ON t.intent_id = r.intent_id AND t.turn = 0
      JOIN video v ON v.id = t.video_id JOIN track tr ON tr.id = v.track_id JOIN app_user u ON u.id = v.dancer_id
      WHERE r.receipt = $1 AND r.status <> 'unmatched' AND t.challenge_id = $2`,
    [asked.receipt, challengeId],
  )
  const hashed = row && hashedParts(row, salt, asked)
  if (!row || !hashed) throw notListed()
  const { title, track, username, ...line } = row
  return {
    ...line,
    paid_at: row.paid_at.toISOString(),
    video_title: displayTitle(title, track, username),
    hashed,
  }
}

/** What of it the row was made of: either half may not have been known. */
function hashedParts(
  row: CandidateRow,
  salt: string,
  { receipt, phone }: { receipt: string; phone: string },
) {
  const possible = [
    { receipt, phone },
    { receipt, phone: '' },
    { receipt: '', phone },
    { receipt: '', phone: '' },
  ]
  return possible.find((parts) => paymentHash({ salt, key: row.key, ...parts }) === row.payment)
}

// One sentence for "unknown" and for "somebody else's phone": the call must not tell which receipts exist.
const notListed = () =>
  new RuleError(
    'gift_not_listed',
    'No gift with this code and phone number is in the list. A gift is listed a minute after it was counted.',
    404,
  )
