import type { OwnPhoneLink, SignalKind } from '#lib/contract/fraud/calls.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { uuidFromHex } from '#lib/core/ids.ts'
import { busiestTenMinutes, type Facts, nothingStrange, strongestOf, timesUsual } from './policy.ts'

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

/** Ids are UUIDv7: what was ordered since then is one walk through the primary key, and needs no index of its own. */
function firstIdSince(moment: Date): string {
  const stamp = (moment.getTime() - ORDERED_BEFORE_MS).toString(16).padStart(12, '0')
  return uuidFromHex(stamp.padEnd(32, '0'))
}

/** Gifts that count and were paid since $2. Those that are held have their signal already. */
const counted = `SELECT g.intent_id, g.video_id, g.vote_count, g.phone, g.session_id, g.device_fingerprint, g.network,
    i.paid_at, i.channel, to_char(i.paid_at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD') AS day
  FROM gift g JOIN payment_intent i ON i.id = g.intent_id
  WHERE g.intent_id >= $1 AND i.state = 'credited' AND i.paid_at >= $2 AND i.hold_reason IS NULL`

type ClusterRow = {
  video_id: string
  day: string
  subject: string
  votes: number
  gift_ids: string[]
  phones: string[]
  models: string[]
  paid_at: Date[]
}

/** Gifts by what they share, where there are enough of them to be looked at. */
function group(
  on: Queryable,
  since: Date,
  by: { subject: string; where: string; having: string },
): Promise<ClusterRow[]> {
  return rows(
    on,
    `SELECT video_id, day, ${by.subject} AS subject, sum(vote_count)::int AS votes,
        array_agg(intent_id ORDER BY intent_id DESC) AS gift_ids, array_agg(phone ORDER BY intent_id DESC) AS phones,
        array_agg(device_fingerprint ORDER BY intent_id DESC) AS models, array_agg(paid_at ORDER BY intent_id DESC) AS paid_at
      FROM (${counted}) g WHERE ${by.where} GROUP BY video_id, day, ${by.subject} HAVING ${by.having}`,
    [firstIdSince(since), since.toISOString()],
  )
}

function toCluster(kind: SignalKind, row: ClusterRow, facts: Partial<Facts>): Cluster {
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

/** What one browser ordered. Votes of the test call have none. */
export async function deviceClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await group(on, since, {
    subject: 'session_id',
    where: `channel = 'prompt' AND session_id <> 'test-vote'`,
    having: 'count(DISTINCT phone) >= 2 OR count(*) >= 5',
  })
  return found.map((row) =>
    toCluster('device', row, {
      phonesOfDevice: new Set(row.phones).size,
      giftsInTenMinutes: new Set(row.phones).size > 1 ? paceOf(row) : 0,
    }),
  )
}

/** What one phone paid. */
export async function phoneClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await group(on, since, { subject: 'phone', where: `phone <> ''`, having: 'count(*) >= 5' })
  return found.map((row) => toCluster('phone', row, { giftsInTenMinutes: paceOf(row) }))
}

/** What came from one network, with the most phones of one model in it. */
export async function networkClusters(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await group(on, since, {
    subject: 'network',
    where: `network <> ''`,
    having: 'count(DISTINCT phone) >= 6',
  })
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

type BurstRow = ClusterRow & { other_votes: number; open_seconds: number }

/** The ten busiest minutes of each video and day. */
export async function burstClusters(on: Queryable, since: Date, moment: Date): Promise<Cluster[]> {
  const found = await rows<BurstRow>(
    on,
    `WITH slots AS (
        SELECT video_id, day, date_bin('10 minutes', paid_at, timestamptz 'epoch') AS slot, sum(vote_count)::int AS votes,
          array_agg(intent_id ORDER BY intent_id DESC) AS gift_ids
        FROM (${counted}) g GROUP BY 1, 2, 3
      ), busiest AS (SELECT DISTINCT ON (video_id, day) * FROM slots ORDER BY video_id, day, votes DESC, slot)
      SELECT b.video_id, b.day, '' AS subject, b.votes, b.gift_ids, v.vote_count - b.votes AS other_votes,
        extract(epoch FROM least($3::timestamptz, c.ends_at) - greatest(c.voting_starts_at, v.approved_date))::int AS open_seconds
      FROM busiest b JOIN video v ON v.id = b.video_id JOIN challenge c ON c.id = v.challenge_id
      WHERE b.votes >= 100`,
    [firstIdSince(since), since.toISOString(), moment.toISOString()],
  )
  return found.map((row) =>
    toCluster('burst', row, { timesUsual: timesUsual(row.votes, row.other_votes, row.open_seconds) }),
  )
}

type OwnRow = { intent_id: string; video_id: string; day: string; votes: number; links: OwnPhoneLink[] }

/**
 * Gifts from a phone that is known as the dancer's own by now: they may have had money sent there only later. A Paybill
 * payment for what another phone had ordered goes by the phone that paid.
 */
export async function ownPhoneGifts(on: Queryable, since: Date): Promise<Cluster[]> {
  const found = await rows<OwnRow>(
    on,
    `SELECT g.intent_id, g.video_id, g.vote_count AS votes, array_agg(DISTINCT k.link) AS links,
        to_char(i.paid_at AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD') AS day
      FROM (
        SELECT g.intent_id, k.link FROM known_phone k JOIN gift g ON g.phone = k.phone AND g.created_at >= $2
        JOIN video v ON v.id = g.video_id AND v.dancer_id = k.owner_id
        UNION SELECT g.intent_id, k.link FROM gift g
        JOIN mpesa_receipt r ON r.intent_id = g.intent_id AND r.source <> 'callback' AND r.phone IS DISTINCT FROM g.phone
        JOIN video v ON v.id = g.video_id JOIN known_phone k ON k.owner_id = v.dancer_id
          AND (k.phone = r.phone OR encode(sha256(k.phone::bytea), 'hex') = lower(r.phone))
        WHERE g.intent_id >= $1
      ) k JOIN gift g ON g.intent_id = k.intent_id JOIN payment_intent i ON i.id = g.intent_id
      WHERE i.state = 'credited' AND i.hold_reason IS NULL
      GROUP BY g.intent_id, g.video_id, g.vote_count, i.paid_at`,
    [firstIdSince(since), since.toISOString()],
  )
  return found.map((row) => ({
    kind: 'own_phone',
    videoId: row.video_id,
    subject: row.intent_id,
    day: row.day,
    facts: { ...nothingStrange, ownPhone: strongestOf(row.links) },
    votes: row.votes,
    giftIds: [row.intent_id],
  }))
}
