import { type InferResult, sql } from 'kysely'
import { z } from 'zod'
import {
  type FraudSignal,
  type FraudSignalDetail,
  type FraudSignalPage,
  type FraudSignalsQuery,
  type SignalGift,
  type SignalStatus,
  signalReason,
} from '#lib/contract/fraud/calls.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/calls.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { FraudSignalStatus } from '#lib/core/generated/kysely/tables.ts'
import { sha256 } from '#lib/core/ids.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { maskPhone } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'

/** Selects signals. The status of a held one is its payment's; one that was never paid is not shown. */
function shownSignals(on: Queryable, stored?: FraudSignalStatus) {
  return kysely(on)
    .selectFrom('fraud_signal as s')
    .$if(stored !== undefined, (all) => all.where('s.status', '=', sql.lit(stored ?? 'open')))
    .leftJoin('payment_intent as i', (join) =>
      join.onRef('i.id', '=', 's.intent_id').on('s.status', '=', 'held'),
    )
    .select(['s.id', 's.kind', 's.score', 's.reasons', 's.gifts', 's.votes', 's.intent_id', 's.video_id'])
    .select(['s.created_at', 's.updated_at', 's.decided_at', 's.decided_by', 's.note', 's.gift_ids'])
    .select((eb) => [
      sql<string>`to_char(${eb.ref('s.day')}, 'YYYY-MM-DD')`.as('day'),
      eb
        .case()
        .when('s.status', '<>', 'held')
        .then(eb.cast<SignalStatus>('s.status', 'text'))
        .when('i.state', '=', 'credited')
        .then<SignalStatus>('released')
        .when('i.state', '=', 'refunded')
        .then<SignalStatus>('refunded')
        .when('i.state', '=', 'declined')
        .then<SignalStatus>('closed')
        .else<SignalStatus>('held')
        .end()
        .as('status'),
    ])
    .where((eb) =>
      eb.or([
        eb('s.status', '<>', 'held'),
        eb('i.state', 'in', ['credited', 'review', 'refund_pending', 'refunded']),
        eb('i.result_code', '=', 'closed_by_people'),
      ]),
    )
}

/** Selects signals with their video and who decided. */
function signalsOf(on: Queryable) {
  return kysely(on)
    .selectFrom(shownSignals(on).as('s'))
    .innerJoin('video as v', 'v.id', 's.video_id')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .innerJoin('app_user as d', 'd.id', 'v.dancer_id')
    .leftJoin('app_user as o', 'o.id', 's.decided_by')
    .selectAll('s')
    .select(['v.title', 't.title as track_title', 'd.username as dancer', 'o.username as officer'])
}

type SignalRow = InferResult<ReturnType<typeof signalsOf>>[number]

/**
 * Lists a page of signals, the highest scores first. They are counted and picked without their videos, which are joined afterwards.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listSignals(query: FraudSignalsQuery): Promise<FraudSignalPage> {
  const { page, page_size, video, status } = query
  let signals = kysely(db()).selectFrom(shownSignals(db(), status ? storedOf(status) : undefined).as('s'))
  if (status) signals = signals.where('s.status', '=', status)
  // A decision about it may still be undone: it waits for nobody.
  if (isWaiting(status)) signals = signals.where((eb) => hasNoHeldDecision(eb.ref('s.id'), 'signal'))
  if (video) signals = signals.where('s.video_id', '=', video)
  const count = status ? await countRows(signals) : await countAll(video)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const picked = await signals
    .select('s.id')
    .orderBy('s.score', 'desc')
    .orderBy('s.updated_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const found = await signalsOf(db())
    .where('s.id', '=', sql<string>`any(${picked.map(({ id }) => id)}::uuid[])`)
    .orderBy('s.score', 'desc')
    .orderBy('s.updated_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return makePage(
    '/users/compliance/fraud-signals/',
    { status, video, page_size },
    { count, page, page_size },
    found.map(presentSignal),
  )
}

function isWaiting(status: string): boolean {
  return status === 'open' || status === 'escalated'
}

/** Counts the signals that wait for a super admin. */
export function countEscalated(): Promise<number> {
  return countRows(
    kysely(db())
      .selectFrom('fraud_signal as s')
      .where('s.status', '=', sql.lit('escalated' as const))
      .where((eb) => hasNoHeldDecision(eb.ref('s.id'), 'signal')),
  )
}

/** Whether a held signal is shown is said by its payment. All others are, so they are counted without looking for one. */
async function countAll(video: string): Promise<number> {
  let others = kysely(db()).selectFrom('fraud_signal as s').where('s.status', '<>', sql.lit('held'))
  let held = kysely(db()).selectFrom(shownSignals(db(), 'held').as('s'))
  if (video) {
    others = others.where('s.video_id', '=', video)
    held = held.where('s.video_id', '=', video)
  }
  const [countOfOthers, countOfHeld] = await Promise.all([countRows(others), countRows(held)])
  return countOfOthers + countOfHeld
}

/** The status that a signal is stored with, where it is shown with this one. */
function storedOf(shown: SignalStatus): FraudSignalStatus {
  return shown === 'open' || shown === 'dismissed' || shown === 'escalated' ? shown : 'held'
}

/** Reads a signal with its evidence. @throws NotFoundError */
export async function getSignal(id: string): Promise<FraudSignalDetail> {
  const row = await readRow(db(), id)
  const gifts = await giftsOf(row.gift_ids).execute()
  // The oldest gift's phone is the first one.
  const phones = [...new Set(gifts.toReversed().map(({ phone }) => phone))].filter((phone) => phone !== '')
  return {
    ...presentSignal(row),
    evidence: gifts.map((gift) => ({ ...presentGift(gift), payer: phones.indexOf(gift.phone) + 1 || null })),
  }
}

/** Reads a signal as the lists show it. @throws NotFoundError */
export async function readSignal(on: Queryable, id: string): Promise<FraudSignal> {
  return presentSignal(await readRow(on, id))
}

async function readRow(on: Queryable, id: string): Promise<SignalRow> {
  const row = await signalsOf(on).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

const reasons = z.array(signalReason)

function presentSignal(row: SignalRow): FraudSignal {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    score: row.score,
    reasons: reasons.parse(row.reasons),
    video: {
      id: row.video_id,
      title: displayTitle(row.title, row.track_title, row.dancer),
      dancer: row.dancer,
    },
    gifts: row.gifts,
    votes: row.votes,
    amount: row.votes * GIFT_PRICE_SHILLINGS,
    day: row.day,
    gift_id: row.intent_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    decided_by: row.officer,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
  }
}

function giftsOf(ids: readonly string[]) {
  return kysely(db())
    .selectFrom('gift as g')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .select(['g.intent_id', 'g.vote_count', 'g.phone', 'g.session_id', 'g.device_fingerprint', 'g.network'])
    .select(['i.paid_at', 'i.amount', 'i.channel', 'i.state'])
    .select((eb) =>
      eb
        .selectFrom('mpesa_receipt as r')
        .select((r) => r.fn.min('r.paid_at').as('at'))
        .whereRef('r.intent_id', '=', 'g.intent_id')
        .as('receipt_at'),
    )
    .where('g.intent_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('i.paid_at', (paidAt) => paidAt.desc().nullsLast())
    .orderBy('g.intent_id', 'desc')
}

function presentGift(row: InferResult<ReturnType<typeof giftsOf>>[number]): Omit<SignalGift, 'payer'> {
  const isOrdered = row.channel === 'prompt'
  return {
    id: row.intent_id,
    paid_at: (row.paid_at ?? row.receipt_at)?.toISOString() ?? null,
    votes: row.vote_count,
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
