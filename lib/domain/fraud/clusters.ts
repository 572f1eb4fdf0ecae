import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { ownPhoneLink, type SignalKind } from '#lib/contract/fraud/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { uuidFromHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import {
  BURST_VOTES,
  busiestTenMinutes,
  type Facts,
  nothingStrange,
  strongestOf,
  timesUsual,
} from './policy.ts'

/** Gifts to one video, paid on one day, that have something in common. */
export type Cluster = {
  readonly kind: SignalKind
  readonly videoId: string
  readonly subject: string
  /** YYYY-MM-DD in Nairobi. */
  readonly day: string
  readonly facts: Facts
  readonly votes: number
  /** The newest first. */
  readonly giftIds: readonly string[]
}

/** Gifts that were paid for longer than this after they were ordered are found by the nightly search. */
const ORDERED_BEFORE_MS = 3 * 3_600_000

/** Returns the first id of that moment. Ids are UUIDv7, so later gifts are one range of the primary key. */
function firstIdSince(moment: Date): string {
  const stamp = (moment.getTime() - ORDERED_BEFORE_MS).toString(16).padStart(12, '0')
  return uuidFromHex(stamp.padEnd(32, '0'))
}

type Payments = ExpressionBuilder<DB & { i: DB['payment_intent'] }, 'i'>

/** The day in Nairobi on which a payment was made. */
const dayOf = (eb: Payments) =>
  sql<string>`to_char(${eb.ref('i.paid_at')} AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD')`

/** Selects gifts that count and were paid since a moment. Held ones have a signal already. */
function countedGifts(on: Queryable, since: Date) {
  return kysely(on)
    .selectFrom('gift as g')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .select(['g.intent_id', 'g.video_id', 'g.vote_count', 'g.phone', 'g.session_id'])
    .select(['g.device_fingerprint', 'g.network', 'i.channel'])
    .select((eb) => [eb.ref('i.paid_at').$notNull().as('paid_at'), dayOf(eb).as('day')])
    .where('g.intent_id', '>=', firstIdSince(since))
    .where('i.state', '=', 'credited')
    .where('i.paid_at', '>=', since)
    .where('i.hold_reason', 'is', null)
}

type Gifts = { g: InferResult<ReturnType<typeof countedGifts>>[number] }

/** Collects a column of a group's gifts, the newest gift first. */
function listOf<C extends keyof Gifts['g']>(eb: ExpressionBuilder<Gifts, 'g'>, column: C) {
  return eb.fn.agg<Gifts['g'][C][]>('array_agg', [`g.${column}`]).orderBy('g.intent_id', 'desc')
}

/** Groups gifts by video, day and what they share. */
function groupBy(on: Queryable, since: Date, shared: 'session_id' | 'phone' | 'network') {
  return kysely(on)
    .selectFrom(countedGifts(on, since).as('g'))
    .select(['g.video_id', 'g.day', `g.${shared} as subject`])
    .select((eb) => [
      eb.cast<number>(eb.fn.sum('g.vote_count'), 'int4').as('votes'),
      listOf(eb, 'intent_id').as('gift_ids'),
      listOf(eb, 'phone').as('phones'),
      listOf(eb, 'device_fingerprint').as('models'),
      listOf(eb, 'paid_at').as('paid_at'),
    ])
    .groupBy(['g.video_id', 'g.day', `g.${shared}`])
}

type ClusterRow = InferResult<ReturnType<typeof groupBy>>[number]
type ClusterParts = Pick<ClusterRow, 'video_id' | 'day' | 'subject' | 'votes' | 'gift_ids'>

function toCluster(kind: SignalKind, row: ClusterParts, facts: Partial<Facts>): Cluster {
  return {
    kind,
    videoId: row.video_id,
    subject: row.subject,
    day: row.day,
    facts: { ...nothingStrange, ...facts },
    votes: row.votes,
    giftIds: row.gift_ids,
  }
}

const paceOf = (row: ClusterRow) => busiestTenMinutes(row.paid_at.map((moment) => moment.getTime()))

/** Groups gifts by the browser that ordered them; votes of the test call have none. */
export async function deviceClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupBy(on, since, 'session_id')
    .where('g.channel', '=', 'prompt')
    .where('g.session_id', '<>', 'test-vote')
    .having((eb) => eb.or([eb(eb.fn.count('g.phone').distinct(), '>=', 2), eb(eb.fn.countAll(), '>=', 5)]))
    .execute()
  return found.map((row) =>
    toCluster('device', row, {
      phonesOfDevice: new Set(row.phones).size,
      giftsInTenMinutes: new Set(row.phones).size > 1 ? paceOf(row) : 0,
    }),
  )
}

/** Groups gifts by the phone that paid them. */
export async function phoneClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupBy(on, since, 'phone')
    .where('g.phone', '<>', '')
    .having((eb) => eb(eb.fn.countAll(), '>=', 5))
    .execute()
  return found.map((row) => toCluster('phone', row, { giftsInTenMinutes: paceOf(row) }))
}

/** Groups gifts by the network they came from, with the most phones of one model in it. */
export async function networkClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupBy(on, since, 'network')
    .where('g.network', '<>', '')
    .having((eb) => eb(eb.fn.count('g.phone').distinct(), '>=', 6))
    .execute()
  return found.map((row) =>
    toCluster('network', row, {
      phonesOfNetwork: new Set(row.phones).size,
      phonesOfModel: mostPhonesOfOneModel(row),
    }),
  )
}

function mostPhonesOfOneModel(row: ClusterRow): number {
  const byModel = Map.groupBy(row.phones.entries(), ([index]) => row.models[index])
  return Math.max(...[...byModel.values()].map((gifts) => new Set(gifts.map(([, phone]) => phone)).size))
}

/** Finds the ten busiest minutes of each video and day. */
export async function burstClusters(on: Queryable, since: Date, moment: Date): Promise<Cluster[]> {
  const found = await kysely(on)
    .with('timed', (query) =>
      query
        .selectFrom(countedGifts(on, since).as('g'))
        .select(['g.intent_id', 'g.video_id', 'g.day', 'g.vote_count'])
        .select((eb) =>
          sql<Date>`date_bin('10 minutes', ${eb.ref('g.paid_at')}, timestamptz 'epoch')`.as('slot'),
        ),
    )
    .with('slots', (query) =>
      query
        .selectFrom('timed as t')
        .select(['t.video_id', 't.day', 't.slot'])
        .select((eb) => [
          eb.cast<number>(eb.fn.sum('t.vote_count'), 'int4').as('votes'),
          eb.fn.agg<string[]>('array_agg', ['t.intent_id']).orderBy('t.intent_id', 'desc').as('gift_ids'),
        ])
        .groupBy(['t.video_id', 't.day', 't.slot']),
    )
    .with('busiest', (query) =>
      query
        .selectFrom('slots')
        .distinctOn(['video_id', 'day'])
        .selectAll()
        .orderBy('video_id')
        .orderBy('day')
        .orderBy('votes', 'desc')
        .orderBy('slot'),
    )
    .selectFrom('busiest as b')
    .innerJoin('video as v', 'v.id', 'b.video_id')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .select(['b.video_id', 'b.day', 'b.votes', 'b.gift_ids', 'v.vote_count', 'v.approved_date'])
    .select(['c.voting_starts_at', 'c.ends_at'])
    .where('b.votes', '>=', BURST_VOTES)
    .execute()
  return found.map((row) => {
    const openFrom = Math.max(Number(row.voting_starts_at), Number(row.approved_date ?? 0))
    const openUntil = Math.min(Number(moment), Number(row.ends_at))
    const openSeconds = Math.round((openUntil - openFrom) / 1_000)
    const facts = { timesUsual: timesUsual(row.votes, row.vote_count - row.votes, openSeconds) }
    return toCluster('burst', { ...row, subject: '' }, facts)
  })
}

/**
 * Finds gifts from a phone that is known as the dancer's own by now, though it may have become known only later. A Paybill
 * payment for what another phone had ordered is judged by the phone that paid.
 */
export async function ownPhoneGifts(on: Queryable, since: Date): Promise<Cluster[]> {
  const ordered = kysely(on)
    .selectFrom('known_phone as k')
    .innerJoin('gift as g', 'g.phone', 'k.phone')
    .innerJoin('video as v', (join) =>
      join.onRef('v.id', '=', 'g.video_id').onRef('v.dancer_id', '=', 'k.owner_id'),
    )
    .select(['g.intent_id', 'k.link'])
    .where('g.created_at', '>=', since)
  const paid = kysely(on)
    .selectFrom('gift as g')
    .innerJoin('mpesa_receipt as r', 'r.intent_id', 'g.intent_id')
    .innerJoin('video as v', 'v.id', 'g.video_id')
    .innerJoin('known_phone as k', 'k.owner_id', 'v.dancer_id')
    .select(['g.intent_id', 'k.link'])
    .where('g.intent_id', '>=', firstIdSince(since))
    .where('r.source', '<>', 'callback')
    .whereRef('r.phone', 'is distinct from', 'g.phone')
    .where((eb) =>
      eb.or([
        eb('k.phone', '=', eb.ref('r.phone')),
        eb(
          sql<string>`encode(sha256(${eb.ref('k.phone')}::bytea), 'hex')`,
          '=',
          sql<string>`lower(${eb.ref('r.phone')})`,
        ),
      ]),
    )
  const found = await kysely(on)
    .selectFrom(ordered.union(paid).as('k'))
    .innerJoin('gift as g', 'g.intent_id', 'k.intent_id')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .select(['g.intent_id', 'g.video_id', 'g.vote_count'])
    .select((eb) => [
      eb.fn.agg<string[]>('array_agg', ['k.link']).distinct().as('links'),
      dayOf(eb).as('day'),
    ])
    .where('i.state', '=', 'credited')
    .where('i.hold_reason', 'is', null)
    .groupBy(['g.intent_id', 'g.video_id', 'g.vote_count', 'i.paid_at'])
    .execute()
  return found.map((row) => ({
    kind: 'own_phone',
    videoId: row.video_id,
    subject: row.intent_id,
    day: row.day,
    facts: { ...nothingStrange, ownPhone: strongestOf(row.links.map((link) => ownPhoneLink.parse(link))) },
    votes: row.vote_count,
    giftIds: [row.intent_id],
  }))
}
