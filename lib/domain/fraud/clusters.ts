import {
  type Expression,
  type ExpressionBuilder,
  type InferResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { ownPhoneLink, type SignalKind } from '#lib/contract/fraud/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { BURST_VOTES, type Facts, nothingStrange, strongestOf, timesUsual } from './policy.ts'

/** Most gifts stored as evidence of one signal. */
export const EVIDENCE = 200

/** Gifts to one video, paid on one day, with something in common. */
export type Cluster = {
  readonly kind: SignalKind
  readonly videoId: string
  readonly subject: string
  /** YYYY-MM-DD in Nairobi. */
  readonly day: string
  readonly facts: Facts
  readonly gifts: number
  readonly votes: number
  /** At most EVIDENCE gifts, newest payment first: a finale has hundreds of thousands of gifts a day. */
  readonly giftIds: readonly string[]
}

/**
 * How long before its payment a gift may have been ordered. The nightly search finds gifts that were paid
 * later.
 */
const ORDERED_BEFORE_SECONDS = 3 * 3_600

/**
 * Returns the earliest order time, so that the search reads one range of an index. Gift ids contain no time,
 * because they derive from the Idempotency-Key.
 */
const orderedSince = (since: Date) => addSeconds(since, -ORDERED_BEFORE_SECONDS)

type Payments = ExpressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>

const dayOf = (eb: Payments) =>
  sql<string>`to_char(${eb.ref('i.paidAt')} AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD')`

/** Selects counted gifts paid since a time, except those that were held, which have a signal already. */
function countedGifts(on: Queryable, since: Date) {
  return kysely(on)
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'g.videoId', 'g.voteCount', 'g.phone', 'g.sessionId'])
    .select(['g.deviceFingerprint', 'g.network', 'i.channel'])
    .select((eb) => [eb.ref('i.paidAt').$notNull().as('paidAt'), dayOf(eb).as('day')])
    .where('i.createdAt', '>=', orderedSince(since))
    .where('i.state', '=', 'credited')
    .where('i.paidAt', '>=', since)
    .where('i.holdReason', 'is', null)
}

const newestOf = (id: Expression<string>, paidAt: Expression<Date>) =>
  sql<string[]>`(array_agg(${id} ORDER BY ${paidAt} DESC, ${id} DESC))[1:${sql.lit(EVIDENCE)}]`

type Gift = InferResult<ReturnType<typeof countedGifts>>[number] & { subject: string }
type Gifts = ExpressionBuilder<{ g: Gift }, 'g'>

type Grouping = {
  readonly shared: 'sessionId' | 'phone' | 'network'
  readonly among: (eb: Gifts) => Expression<SqlBool>
  /** A number per gift; the group gets the highest. */
  readonly measure: (eb: Gifts) => RawBuilder<number>
  /** Selects the groups that could score (policy.ts). */
  readonly having: (eb: Gifts) => Expression<SqlBool>
}

/** Groups gifts by video, day and the shared value. PostgreSQL counts and returns only groups. */
function groupsOf(on: Queryable, since: Date, { shared, among, measure, having }: Grouping) {
  return kysely(on)
    .selectFrom((eb) =>
      eb
        .selectFrom((all) =>
          all
            .selectFrom(countedGifts(on, since).as('all'))
            .selectAll('all')
            .select(`all.${shared} as subject`)
            .as('g'),
        )
        .selectAll('g')
        .select((of) => measure(of).as('measure'))
        .where(among)
        .as('g'),
    )
    .select(['g.videoId', 'g.day', 'g.subject'])
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('gifts'),
      eb.cast<number>(eb.fn.sum('g.voteCount'), 'int4').as('votes'),
      eb.cast<number>(eb.fn.count('g.phone').distinct(), 'int4').as('phones'),
      eb.cast<number>(eb.fn.max('g.measure'), 'int4').as('most'),
      newestOf(eb.ref('g.intentId'), eb.ref('g.paidAt')).as('giftIds'),
    ])
    .groupBy(['g.videoId', 'g.day', 'g.subject'])
    .having(having)
    .execute()
}

const groupOf = (eb: Gifts) =>
  sql`PARTITION BY ${eb.ref('g.videoId')}, ${eb.ref('g.day')}, ${eb.ref('g.subject')}`

/** SQL: for each gift, how many gifts of its group were paid in the ten minutes up to it. */
const giftsInTenMinutes = (eb: Gifts) =>
  sql<number>`count(*) OVER (${groupOf(eb)} ORDER BY date_trunc('milliseconds', ${eb.ref('g.paidAt')})
    RANGE BETWEEN interval '599.999 seconds' PRECEDING AND CURRENT ROW)`

/** SQL: a running count of the phones on one model in a group; its maximum is their number. */
const phonesOfModel = (eb: Gifts) =>
  sql<number>`dense_rank() OVER (${groupOf(eb)}, ${eb.ref('g.deviceFingerprint')} ORDER BY ${eb.ref('g.phone')})`

type ClusterParts = {
  videoId: string
  day: string
  subject: string
  gifts: number
  votes: number
  giftIds: string[]
}

function toCluster(kind: SignalKind, row: ClusterParts, facts: Partial<Facts>): Cluster {
  return { ...row, kind, facts: { ...nothingStrange, ...facts } }
}

/** Groups gifts by the browser that ordered, without votes of the test call, which have no browser. */
export async function deviceClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupsOf(on, since, {
    shared: 'sessionId',
    among: (eb) => eb.and([eb('g.channel', '=', 'prompt'), eb('g.sessionId', '<>', 'test-vote')]),
    measure: giftsInTenMinutes,
    having: (eb) => {
      const phones = eb.fn.count('g.phone').distinct()
      return eb.or([eb(phones, '>=', 3), eb.and([eb(phones, '>=', 2), eb(eb.fn.countAll(), '>=', 5)])])
    },
  })
  return found.map((row) =>
    toCluster('device', row, { phonesOfDevice: row.phones, giftsInTenMinutes: row.most }),
  )
}

export async function phoneClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupsOf(on, since, {
    shared: 'phone',
    among: (eb) => eb('g.phone', '<>', ''),
    measure: giftsInTenMinutes,
    having: (eb) => eb(eb.fn.countAll(), '>=', 5),
  })
  return found.map((row) => toCluster('phone', row, { giftsInTenMinutes: row.most }))
}

/** Groups gifts by network, with the most phones on devices with equal traits. */
export async function networkClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await groupsOf(on, since, {
    shared: 'network',
    among: (eb) => eb('g.network', '<>', ''),
    measure: phonesOfModel,
    having: (eb) => eb(eb.fn.count('g.phone').distinct(), '>=', 6),
  })
  return found.map((row) =>
    toCluster('network', row, { phonesOfNetwork: row.phones, phonesOfModel: row.most }),
  )
}

/** Finds the busiest ten minutes of each video and day. */
export async function burstClusters(on: Queryable, since: Date, moment: Date): Promise<Cluster[]> {
  const found = await kysely(on)
    .with('timed', (query) =>
      query
        .selectFrom(countedGifts(on, since).as('g'))
        .select(['g.intentId', 'g.videoId', 'g.day', 'g.voteCount', 'g.paidAt'])
        .select((eb) =>
          sql<Date>`date_bin('10 minutes', ${eb.ref('g.paidAt')}, timestamptz 'epoch')`.as('slot'),
        ),
    )
    .with('slots', (query) =>
      query
        .selectFrom('timed as t')
        .select(['t.videoId', 't.day', 't.slot'])
        .select((eb) => [
          eb.cast<number>(eb.fn.sum('t.voteCount'), 'int4').as('votes'),
          eb.cast<number>(eb.fn.countAll(), 'int4').as('gifts'),
          newestOf(eb.ref('t.intentId'), eb.ref('t.paidAt')).as('giftIds'),
        ])
        .groupBy(['t.videoId', 't.day', 't.slot']),
    )
    .with('busiest', (query) =>
      query
        .selectFrom('slots')
        .distinctOn(['videoId', 'day'])
        .selectAll()
        .orderBy('videoId')
        .orderBy('day')
        .orderBy('votes', 'desc')
        .orderBy('slot'),
    )
    .selectFrom('busiest as b')
    .innerJoin('video as v', 'v.id', 'b.videoId')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select(['b.videoId', 'b.day', 'b.gifts', 'b.votes', 'b.giftIds', 'v.voteCount', 'v.approvedDate'])
    .select(['c.votingStartsAt', 'c.endsAt'])
    .where('b.votes', '>=', BURST_VOTES)
    .execute()
  return found.map((row) => {
    const openFrom = Math.max(Number(row.votingStartsAt), Number(row.approvedDate ?? 0))
    const openUntil = Math.min(Number(moment), Number(row.endsAt))
    const openSeconds = Math.round((openUntil - openFrom) / 1_000)
    const facts = { timesUsual: timesUsual(row.votes, row.voteCount - row.votes, openSeconds) }
    return toCluster('burst', { ...row, subject: '' }, facts)
  })
}

/**
 * Finds gifts from a phone that is now known as the dancer's own. If one phone ordered and another paid by
 * Paybill, both are compared.
 */
export async function ownPhoneGifts(on: Queryable, since: Date): Promise<Cluster[]> {
  const ordered = kysely(on)
    .selectFrom('knownPhone as k')
    .innerJoin('gift as g', 'g.phone', 'k.phone')
    .innerJoin('video as v', (join) =>
      join.onRef('v.id', '=', 'g.videoId').onRef('v.dancerId', '=', 'k.ownerId'),
    )
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'k.link'])
    // By the time of the order, not of the payment: a payer may claim a Paybill payment, which creates its
    // order, long after paying.
    .where('i.createdAt', '>=', orderedSince(since))
  const paid = kysely(on)
    .selectFrom('gift as g')
    .innerJoin('mpesaReceipt as r', 'r.intentId', 'g.intentId')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('knownPhone as k', 'k.ownerId', 'v.dancerId')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'k.link'])
    .where('i.createdAt', '>=', orderedSince(since))
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
    .innerJoin('gift as g', 'g.intentId', 'k.intentId')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['g.intentId', 'g.videoId', 'g.voteCount'])
    .select((eb) => [
      eb.fn.agg<string[]>('array_agg', ['k.link']).distinct().as('links'),
      dayOf(eb).as('day'),
    ])
    .where('i.state', '=', 'credited')
    .where('i.holdReason', 'is', null)
    .groupBy(['g.intentId', 'g.videoId', 'g.voteCount', 'i.paidAt'])
    .execute()
  return found.map((row) => ({
    kind: 'own_phone',
    videoId: row.videoId,
    subject: row.intentId,
    day: row.day,
    facts: { ...nothingStrange, ownPhone: strongestOf(row.links.map((link) => ownPhoneLink.parse(link))) },
    gifts: 1,
    votes: row.voteCount,
    giftIds: [row.intentId],
  }))
}
