import { type Expression, expressionBuilder, type InferResult, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  type FraudSignal,
  type FraudSignalDetail,
  type FraudSignalPage,
  type FraudSignalsQuery,
  type SignalFilters,
  type SignalGift,
  type SignalStatus,
  signalReason,
} from '#lib/contract/fraud/calls.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/calls.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB, FraudSignalStatus } from '#lib/core/generated/kysely/tables.ts'
import { sha256 } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { maskPhone } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { peopleCalled } from '#lib/domain/videos/people.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { readSignalActions } from './action-queries.ts'
import { SIGNAL_HOLD } from './policy.ts'
import { standingsWith } from './ranking.ts'
import { needsSuperAdmin } from './waiting-signals.ts'

/** Selects signals. A held signal shows the status of its payment, and is hidden while unpaid. */
function shownSignals(on: Queryable, stored?: FraudSignalStatus) {
  return kysely(on)
    .selectFrom('fraudSignal as s')
    .$if(stored !== undefined, (all) => all.where('s.status', '=', sql.lit(stored ?? 'open')))
    .leftJoin('paymentIntent as i', (join) =>
      join.onRef('i.id', '=', 's.intentId').on('s.status', '=', 'held'),
    )
    .select(['s.id', 's.kind', 's.score', 's.reasons', 's.gifts', 's.votes', 's.intentId', 's.videoId'])
    .select(['s.createdAt', 's.updatedAt', 's.decidedAt', 's.decidedBy', 's.note', 's.giftIds'])
    .select('s.decidedWith')
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

function signalsOf(on: Queryable) {
  return kysely(on)
    .selectFrom(shownSignals(on).as('s'))
    .innerJoin('video as v', 'v.id', 's.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as d', 'd.id', 'v.dancerId')
    .leftJoin('appUser as o', 'o.id', 's.decidedBy')
    .leftJoin('fraudSignal as w', 'w.id', 's.decidedWith')
    .leftJoin('signalAction as a', (join) =>
      join.onRef('a.signalId', '=', 's.id').on('a.state', '=', sql.lit('proposed' as const)),
    )
    .selectAll('s')
    .select(['w.kind as decidedWithKind', 'a.kind as proposal', 'a.proposedAt'])
    .select(['v.title', 't.title as trackTitle', 'd.username as dancer', 'o.username as officer'])
}

type SignalRow = InferResult<ReturnType<typeof signalsOf>>[number]

/**
 * Highest scores first. Counts and picks the page before joining videos.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listSignals(query: FraudSignalsQuery): Promise<FraudSignalPage> {
  const { page, page_size, ...filters } = query
  const { count, gifts, votes } = await readFigures(filters)
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const picked = await selected(filters)
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
  return {
    ...makePage(
      '/users/compliance/fraud-signals/',
      { ...filters, page_size },
      { count, page, page_size },
      found.map(presentSignal),
    ),
    totals: { gifts, votes, amount: votes * GIFT_PRICE_SHILLINGS },
  }
}

/**
 * Reads a batch of signals of these filters, newest first.
 * @param before id of the previous batch's last signal, or null
 */
export async function readSignalsBefore(
  filters: SignalFilters,
  before: string | null,
  limit: number,
): Promise<FraudSignal[]> {
  let signals = selected(filters).select('s.id').orderBy('s.id', 'desc').limit(limit)
  // Ids are in order of time.
  if (before) signals = signals.where('s.id', '<', before)
  const picked = await signals.execute()
  const found = await signalsOf(db())
    .where('s.id', '=', anyOf(picked.map(({ id }) => id)))
    .orderBy('s.id', 'desc')
    .execute()
  return found.map(presentSignal)
}

function selected(filters: SignalFilters) {
  const { status } = filters
  const signals = kysely(db())
    .selectFrom(shownSignals(db(), status && status !== 'waiting' ? storedOf(status) : undefined).as('s'))
    .where((eb) => eb.and(conditionsOf(filters)))
  return status && status !== 'waiting' ? signals.where('s.status', '=', status) : signals
}

type Filtered = Pick<DB['fraudSignal'], 'id' | 'kind' | 'videoId' | 'createdAt'> & { status: string }

/** SQL: the conditions of all filters except a single status. */
function conditionsOf({ status, kind, video, from, to, search }: SignalFilters): Expression<SqlBool>[] {
  const eb = expressionBuilder<{ s: Filtered }, 's'>()
  const conditions: Expression<SqlBool>[] = []
  // Leaves out signals with a held decision, because they wait for no officer.
  if (isWaiting(status)) conditions.push(hasNoHeldDecision(eb.ref('s.id'), 'signal'))
  if (status === 'waiting') conditions.push(needsSuperAdmin(eb.ref('s.id'), eb.ref('s.status')))
  if (kind) conditions.push(eb('s.kind', '=', kind))
  if (video) conditions.push(eb('s.videoId', '=', video))
  if (from) conditions.push(eb('s.createdAt', '>=', nairobiMidnight(from)))
  if (to) conditions.push(eb('s.createdAt', '<', nairobiMidnight(to, 1)))
  // An array, so that PostgreSQL searches for these ids once.
  if (search) conditions.push(eb('s.videoId', '=', sql<string>`any(array(${videosNamed(search)}))`))
  return conditions
}

/**
 * Selects the ids of videos with these words in the shown title or a name of the dancer. Each part of the
 * union uses its own index.
 */
function videosNamed(search: string) {
  const words = wordsOf(search)
  const videos = () => kysely(db()).selectFrom('video as v').select('v.id')
  const among = (ids: Expression<{ id: string }>) => sql<string>`any(array(${ids}))`
  const tracks = kysely(db()).selectFrom('track').select('id').where('title', 'ilike', words)
  return videos()
    .where('v.title', 'ilike', words)
    .union(videos().where('v.dancerId', '=', among(peopleCalled(words))))
    .union(videos().where('v.trackId', '=', among(tracks)).where('v.title', '=', ''))
}

function isWaiting(status: string): boolean {
  return status === 'open' || status === 'escalated' || status === 'waiting'
}

/** A gift in several signals counts once. */
async function readFigures(filters: SignalFilters): Promise<{ count: number; gifts: number; votes: number }> {
  const books = kysely(db())
  const figures = ['s.gifts', 's.votes', 's.giftIds'] as const
  const conditions = conditionsOf(filters)
  const listed = filters.status
    ? selected(filters).select(figures)
    : // The payment of a held signal decides whether it is shown. All other signals are shown, so their count
      // needs no join.
      books
        .selectFrom('fraudSignal as s')
        .where('s.status', '<>', sql.lit('held'))
        .where((eb) => eb.and(conditions))
        .select(figures)
        .unionAll(
          books
            .selectFrom(shownSignals(db(), 'held').as('s'))
            .where((eb) => eb.and(conditions))
            .select(figures),
        )
  return books
    .with('listed', () => listed)
    .with('again', (of) =>
      of
        .selectFrom((eb) =>
          eb
            .selectFrom('listed')
            .select((of) => sql<string>`unnest(${of.ref('listed.giftIds')})`.as('giftId'))
            .as('n'),
        )
        .select(['n.giftId', sql<number>`count(*) - 1`.as('times')])
        .groupBy('n.giftId')
        .having(sql<boolean>`count(*) > 1`),
    )
    .with('twice', (of) =>
      of
        .selectFrom('again')
        .innerJoin('gift as g', 'g.intentId', 'again.giftId')
        .select([
          sql<number>`coalesce(sum(again.times), 0)`.as('gifts'),
          sql<number>`coalesce(sum(again.times * g.vote_count), 0)`.as('votes'),
        ]),
    )
    .selectFrom('listed')
    .select([
      sql<number>`count(*)::int4`.as('count'),
      sql<number>`(coalesce(sum(listed.gifts), 0) - (SELECT gifts FROM twice))::int4`.as('gifts'),
      sql<number>`(coalesce(sum(listed.votes), 0) - (SELECT votes FROM twice))::int4`.as('votes'),
    ])
    .executeTakeFirstOrThrow()
}

/** Returns undefined if several stored statuses map to the shown one. */
function storedOf(shown: SignalStatus): FraudSignalStatus | undefined {
  if (shown === 'open' || shown === 'dismissed' || shown === 'escalated') return shown
  // `released` and `refunded` are stored, or follow from the payment of a held signal.
  return shown === 'released' || shown === 'refunded' ? undefined : 'held'
}

/** @throws NotFoundError */
export async function getSignal(id: string, readerId: string): Promise<FraudSignalDetail> {
  // The actions are read first: with a finished action, the row shows its outcome.
  const actions = await readSignalActions(id, readerId)
  const row = await readRow(db(), id)
  const gifts = await giftsOf(row.giftIds).execute()
  // Numbers the phones, that of the oldest gift first.
  const phones = [...new Set(gifts.toReversed().map(({ phone }) => phone))].filter((phone) => phone !== '')
  return {
    ...presentSignal(row),
    evidence: gifts.map((gift) => ({ ...presentGift(gift), payer: phones.indexOf(gift.phone) + 1 || null })),
    ranking: await rankingOf(row.videoId, gifts),
    actions,
  }
}

/** The dancer's place on the leaderboard now, without these gifts' votes, and with all of them. */
async function rankingOf(
  videoId: string,
  gifts: readonly { state: string; voteCount: number }[],
): Promise<FraudSignalDetail['ranking']> {
  const votesOf = (states: readonly string[]) =>
    gifts.filter(({ state }) => states.includes(state)).reduce((sum, { voteCount }) => sum + voteCount, 0)
  const changes = [0, -votesOf(['credited']), votesOf(['review', 'refund_pending', 'refunded'])]
  const [present, without, withAll] = await standingsWith(db(), videoId, changes)
  if (!present || !without || !withAll) throw new NotFoundError()
  return { now: present, without, with_all: withAll }
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
    proposal:
      row.proposal && row.proposedAt
        ? { action: row.proposal, proposed_at: row.proposedAt.toISOString() }
        : null,
    decided_with:
      row.decidedWith && row.decidedWithKind ? { id: row.decidedWith, kind: row.decidedWithKind } : null,
  }
}

function giftsOf(ids: readonly string[]) {
  return kysely(db())
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'g.voteCount', 'g.phone', 'g.sessionId', 'g.deviceFingerprint', 'g.network'])
    .select(['i.paidAt', 'i.amount', 'i.channel', 'i.state', 'i.reviewReason'])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mpesaReceipt')
          .select(['receipt', 'paidAt'])
          .whereRef('mpesaReceipt.intentId', '=', 'g.intentId')
          .orderBy('paidAt')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['r.receipt', 'r.paidAt as receiptAt'])
    .where('g.intentId', '=', anyOf(ids))
    .orderBy('i.paidAt', (paidAt) => paidAt.desc().nullsLast())
    .orderBy('g.intentId', 'desc')
}

function presentGift(row: InferResult<ReturnType<typeof giftsOf>>[number]): Omit<SignalGift, 'payer'> {
  const isOrdered = row.channel === 'prompt'
  return {
    id: row.intentId,
    receipt: row.receipt,
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

/**
 * `held` only if a signal holds the gift: the signal's decision does not concern reviews for other reasons.
 */
function giftStatus(state: string, reviewReason: string | null): SignalGift['status'] {
  if (state === 'credited') return 'counted'
  if (state === 'review' && (reviewReason === SIGNAL_HOLD || reviewReason === 'fraud_hold')) return 'held'
  if (state === 'refund_pending') return 'sending_back'
  return state === 'refunded' ? 'refunded' : 'not_counted'
}
