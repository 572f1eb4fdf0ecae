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
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { maskPhone } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { readSignalActions } from './action-queries.ts'
import { SIGNAL_HOLD } from './policy.ts'
import { standingsWith } from './ranking.ts'

/** A held signal has the status of its payment; an unpaid one is hidden. */
function shownSignals(on: Queryable, stored?: FraudSignalStatus) {
  return kysely(on)
    .selectFrom('fraudSignal as s')
    .$if(stored !== undefined, (all) => all.where('s.status', '=', sql.lit(stored ?? 'open')))
    .leftJoin('paymentIntent as i', (join) =>
      join.onRef('i.id', '=', 's.intentId').on('s.status', '=', 'held'),
    )
    .select(['s.id', 's.kind', 's.score', 's.reasons', 's.gifts', 's.votes', 's.intentId', 's.videoId'])
    .select(['s.createdAt', 's.updatedAt', 's.decidedAt', 's.decidedBy', 's.note', 's.giftIds'])
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
        eb('i.resultCode', '=', 'closed_by_people'),
      ]),
    )
}

/** With video and decider. */
function signalsOf(on: Queryable) {
  return kysely(on)
    .selectFrom(shownSignals(on).as('s'))
    .innerJoin('video as v', 'v.id', 's.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as d', 'd.id', 'v.dancerId')
    .leftJoin('appUser as o', 'o.id', 's.decidedBy')
    .selectAll('s')
    .select(['v.title', 't.title as trackTitle', 'd.username as dancer', 'o.username as officer'])
}

type SignalRow = InferResult<ReturnType<typeof signalsOf>>[number]

/**
 * Lists signals with the highest scores first. Counts and picks without videos, which are joined afterwards.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listSignals(query: FraudSignalsQuery): Promise<FraudSignalPage> {
  const { page, page_size, video, status } = query
  let signals = kysely(db()).selectFrom(shownSignals(db(), status ? storedOf(status) : undefined).as('s'))
  if (status) signals = signals.where('s.status', '=', status)
  // A held decision takes it off the queue while it can be undone.
  if (isWaiting(status)) signals = signals.where((eb) => hasNoHeldDecision(eb.ref('s.id'), 'signal'))
  if (video) signals = signals.where('s.videoId', '=', video)
  const count = status ? await countRows(signals) : await countAll(video)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const picked = await signals
    .select('s.id')
    .orderBy('s.score', 'desc')
    .orderBy('s.updatedAt', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const found = await signalsOf(db())
    .where('s.id', '=', anyOf(picked.map(({ id }) => id)))
    .orderBy('s.score', 'desc')
    .orderBy('s.updatedAt', 'desc')
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

export function countEscalated(): Promise<number> {
  return countRows(escalated())
}

export async function oldestEscalated(): Promise<Date | null> {
  const { at } = await escalated()
    .select((eb) => eb.fn.min<Date | null>(eb.fn.coalesce('s.decidedAt', 's.createdAt')).as('at'))
    .executeTakeFirstOrThrow()
  return at
}

const escalated = () =>
  kysely(db())
    .selectFrom('fraudSignal as s')
    .where('s.status', '=', sql.lit('escalated' as const))
    .where((eb) => hasNoHeldDecision(eb.ref('s.id'), 'signal'))

/**
 * Counts all signals. Only a held signal depends on its payment, so the others are counted without a join.
 */
async function countAll(video: string): Promise<number> {
  let others = kysely(db()).selectFrom('fraudSignal as s').where('s.status', '<>', sql.lit('held'))
  let held = kysely(db()).selectFrom(shownSignals(db(), 'held').as('s'))
  if (video) {
    others = others.where('s.videoId', '=', video)
    held = held.where('s.videoId', '=', video)
  }
  const [countOfOthers, countOfHeld] = await Promise.all([countRows(others), countRows(held)])
  return countOfOthers + countOfHeld
}

/** Returns undefined if several stored statuses map to the shown one. */
function storedOf(shown: SignalStatus): FraudSignalStatus | undefined {
  if (shown === 'open' || shown === 'dismissed' || shown === 'escalated') return shown
  // Held, or decided together with other gifts.
  return shown === 'released' || shown === 'refunded' ? undefined : 'held'
}

/** With its evidence. @throws NotFoundError */
export async function getSignal(id: string, readerId: string): Promise<FraudSignalDetail> {
  const row = await readRow(db(), id)
  const gifts = await giftsOf(row.giftIds).execute()
  // The phone of the oldest gift comes first.
  const phones = [...new Set(gifts.toReversed().map(({ phone }) => phone))].filter((phone) => phone !== '')
  return {
    ...presentSignal(row),
    evidence: gifts.map((gift) => ({ ...presentGift(gift), payer: phones.indexOf(gift.phone) + 1 || null })),
    ranking: await rankingOf(row.videoId, gifts),
    actions: await readSignalActions(id, readerId),
  }
}

/** The video's rank with its votes of now, without these gifts, and with all of them. */
async function rankingOf(
  videoId: string,
  gifts: readonly { state: string; voteCount: number }[],
): Promise<FraudSignalDetail['ranking']> {
  const votesOf = (states: readonly string[]) =>
    gifts.filter(({ state }) => states.includes(state)).reduce((sum, { voteCount }) => sum + voteCount, 0)
  const [before] = await standingsWith(db(), videoId, [null])
  if (!before) throw new NotFoundError()
  const others = before.votes - votesOf(['credited'])
  const all = before.votes + votesOf(['review', 'refund_pending', 'refunded'])
  const [without, withAll] = await standingsWith(db(), videoId, [others, all])
  return { now: before, without: without ?? before, with_all: withAll ?? before }
}

/** @throws NotFoundError */
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
      id: row.videoId,
      title: displayTitle(row.title, row.trackTitle, row.dancer),
      dancer: row.dancer,
    },
    gifts: row.gifts,
    votes: row.votes,
    amount: row.votes * GIFT_PRICE_SHILLINGS,
    day: row.day,
    gift_id: row.intentId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    decided_by: row.officer,
    decided_at: row.decidedAt?.toISOString() ?? null,
    note: row.note,
  }
}

function giftsOf(ids: readonly string[]) {
  return kysely(db())
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'g.voteCount', 'g.phone', 'g.sessionId', 'g.deviceFingerprint', 'g.network'])
    .select(['i.paidAt', 'i.amount', 'i.channel', 'i.state', 'i.reviewReason'])
    .select((eb) =>
      eb
        .selectFrom('mpesaReceipt as r')
        .select((r) => r.fn.min('r.paidAt').as('at'))
        .whereRef('r.intentId', '=', 'g.intentId')
        .as('receiptAt'),
    )
    .where('g.intentId', '=', anyOf(ids))
    .orderBy('i.paidAt', (paidAt) => paidAt.desc().nullsLast())
    .orderBy('g.intentId', 'desc')
}

function presentGift(row: InferResult<ReturnType<typeof giftsOf>>[number]): Omit<SignalGift, 'payer'> {
  const isOrdered = row.channel === 'prompt'
  return {
    id: row.intentId,
    paid_at: (row.paidAt ?? row.receiptAt)?.toISOString() ?? null,
    votes: row.voteCount,
    amount: toShillings(row.amount),
    phone: row.phone === '' ? '' : maskPhone(row.phone),
    browser: isOrdered ? markOf(row.sessionId) : '',
    model: isOrdered ? markOf(row.deviceFingerprint) : '',
    network: row.network.slice(0, MARK).toUpperCase(),
    status: giftStatus(row.state, row.reviewReason),
  }
}

/** Characters: enough to distinguish two hundred gifts. */
const MARK = 6

function markOf(value: string): string {
  return Buffer.from(sha256(value)).toString('hex').slice(0, MARK).toUpperCase()
}

/** `held` only if this signal holds the gift: it must not release or refund other gifts under review. */
function giftStatus(state: string, reviewReason: string | null): SignalGift['status'] {
  if (state === 'credited') return 'counted'
  if (state === 'review' && reviewReason === SIGNAL_HOLD) return 'held'
  if (state === 'refund_pending') return 'sending_back'
  return state === 'refunded' ? 'refunded' : 'not_counted'
}
