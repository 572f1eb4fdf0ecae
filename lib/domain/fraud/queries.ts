import type {
  FraudSignal,
  FraudSignalDetail,
  FraudSignalPage,
  FraudSignalsQuery,
  SignalGift,
} from '#lib/contract/fraud/calls.ts'
import { db, firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { sha256 } from '#lib/core/ids.ts'
import { maskPhone } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

type SignalRow = Omit<FraudSignal, 'video' | 'amount' | 'created_at' | 'updated_at' | 'decided_at'> & {
  amount: bigint
  video_id: string
  title: string
  track_title: string
  dancer: string
  created_at: Date
  updated_at: Date
  decided_at: Date | null
  gift_ids: string[]
}

/** How a held signal stands is its payment's state. One that was never paid is nobody's business. */
const status = `CASE WHEN s.status <> 'held' THEN s.status::text WHEN i.state = 'credited' THEN 'released'
  WHEN i.state = 'refunded' THEN 'refunded' WHEN i.state = 'declined' THEN 'closed' ELSE 'held' END`
const from = `FROM fraud_signal s LEFT JOIN payment_intent i ON i.id = s.intent_id AND s.status = 'held'
  WHERE (s.status <> 'held' OR i.state IN ('credited', 'review', 'refund_pending', 'refunded')
    OR i.result_code = 'closed_by_people')`
const columns = `s.id, s.kind::text, s.status, s.score, s.reasons, s.gifts, s.votes, s.votes::bigint * 5000 AS amount,
  to_char(s.day, 'YYYY-MM-DD') AS day, s.intent_id AS gift_id, s.created_at, s.updated_at, s.decided_at, s.note, s.gift_ids,
  v.id AS video_id, v.title, t.title AS track_title, d.username AS dancer, o.username AS decided_by`
const joins = `JOIN video v ON v.id = s.video_id JOIN track t ON t.id = v.track_id JOIN app_user d ON d.id = v.dancer_id
  LEFT JOIN app_user o ON o.id = s.decided_by`

/** A page of signals, the highest scores first. @throws NotFoundError 'Invalid page.' past the end */
export async function listSignals(query: FraudSignalsQuery): Promise<FraudSignalPage> {
  const { page, page_size, video } = query
  const chosen = `SELECT s.id, s.kind, s.score, s.reasons, s.gifts, s.votes, s.day, s.intent_id, s.created_at, s.updated_at,
      s.decided_at, s.decided_by, s.note, s.gift_ids, s.video_id, ${status} AS status ${from}`
  const where = `WHERE ($1 = '' OR s.status = $1) AND ($2 = '' OR s.video_id::text = $2)`
  const values = [query.status, video]
  const counted = await firstRow<{ count: number }>(db(), {
    name: 'fraud-count',
    text: `SELECT count(*)::int AS count FROM (${chosen}) s ${where}`,
    values,
  })
  const count = counted?.count ?? 0
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await rows<SignalRow>(db(), {
    name: 'fraud-page',
    text: `SELECT ${columns} FROM (${chosen}) s ${joins} ${where}
      ORDER BY s.score DESC, s.updated_at DESC, s.id DESC LIMIT $3 OFFSET $4`,
    values: [...values, limit, offset],
  })
  return makePage(
    '/users/compliance/fraud-signals/',
    { status: query.status, video, page_size },
    { count, page, page_size },
    found.map(presentSignal),
  )
}

/** A signal with its evidence. @throws NotFoundError */
export async function getSignal(id: string): Promise<FraudSignalDetail> {
  const row = await signalRow(db(), id)
  return { ...presentSignal(row), evidence: await evidenceOf(db(), row.gift_ids) }
}

/** A signal as the lists show it. @throws NotFoundError */
export async function readSignal(on: Queryable, id: string): Promise<FraudSignal> {
  return presentSignal(await signalRow(on, id))
}

async function signalRow(on: Queryable, id: string): Promise<SignalRow> {
  const row = await firstRow<SignalRow>(on, {
    name: 'fraud-signal',
    text: `SELECT ${columns} FROM (SELECT s.id, s.kind, s.score, s.reasons, s.gifts, s.votes, s.day, s.intent_id, s.created_at,
        s.updated_at, s.decided_at, s.decided_by, s.note, s.gift_ids, s.video_id, ${status} AS status ${from} AND s.id = $1) s ${joins}`,
    values: [id],
  })
  if (!row) throw new NotFoundError()
  return row
}

function presentSignal(row: SignalRow): FraudSignal {
  const { video_id, title, track_title, dancer, amount, gift_ids: _, ...rest } = row
  return {
    ...rest,
    amount: toShillings(amount),
    video: { id: video_id, title: displayTitle(title, track_title, dancer), dancer },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

type GiftRow = {
  id: string
  paid_at: Date | null
  votes: number
  amount: bigint
  phone: string
  session_id: string
  device_fingerprint: string
  network: string
  channel: string
  state: string
}

async function evidenceOf(on: Queryable, giftIds: readonly string[]): Promise<SignalGift[]> {
  const found = await rows<GiftRow>(on, {
    name: 'fraud-evidence',
    text: `SELECT g.intent_id AS id, coalesce(i.paid_at, r.paid_at) AS paid_at, g.vote_count AS votes, i.amount, g.phone,
        g.session_id, g.device_fingerprint, g.network, i.channel::text, i.state::text
      FROM gift g JOIN payment_intent i ON i.id = g.intent_id
      LEFT JOIN LATERAL (SELECT min(paid_at) AS paid_at FROM mpesa_receipt WHERE intent_id = g.intent_id) r ON true
      WHERE g.intent_id = ANY($1::uuid[]) ORDER BY g.intent_id DESC`,
    values: [giftIds],
  })
  return found.map(presentGift)
}

function presentGift(row: GiftRow): SignalGift {
  const isOrdered = row.channel === 'prompt'
  return {
    id: row.id,
    paid_at: row.paid_at?.toISOString() ?? null,
    votes: row.votes,
    amount: toShillings(row.amount),
    phone: row.phone === '' ? '' : maskPhone(row.phone),
    browser: isOrdered ? markOf(row.session_id) : '',
    model: isOrdered ? markOf(row.device_fingerprint) : '',
    network: row.network.slice(0, MARK).toUpperCase(),
    status: giftStatus(row.state),
  }
}

/** Characters of a mark: enough to tell two hundred gifts apart. */
const MARK = 6

function markOf(value: string): string {
  return Buffer.from(sha256(value)).toString('hex').slice(0, MARK).toUpperCase()
}

function giftStatus(state: string): SignalGift['status'] {
  if (state === 'credited') return 'counted'
  if (state === 'review' || state === 'refund_pending') return 'held'
  return state === 'refunded' ? 'refunded' : 'not_counted'
}
