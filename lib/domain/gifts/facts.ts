import { addSeconds, nairobiDayStart } from '#lib/core/clock.ts'
import { firstRow, pipelined, type Queryable, rows, type Statement } from '#lib/core/db.ts'
import { type Payer, payerAmong } from '#lib/domain/fraud/own-phone.ts'
import type { KnownPhone } from '#lib/domain/fraud/policy.ts'
import {
  matchPhones,
  phoneHash,
  type ReportedPhone,
  readReportedPhone,
} from '#lib/domain/fraud/reported-phone.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { statesText } from '#lib/domain/payments/states.ts'
import type { Settings } from '#lib/domain/settings/policy.ts'
import { type GiftFacts, type VideoRemoval, type VotingMonth, votingAt, withdrawnBy } from './policy.ts'

// The facts for `judgeGift` (policy.ts), the same for all ways to pay. Hot path under locks: plain SQL,
// parsed once per connection, with hand-written row types.

/** A video that takes gifts, or did until it was withdrawn. */
export type GiftVideo = VotingMonth &
  VideoRemoval & {
    readonly id: string
    readonly dancerId: string
    readonly voteCode: string
    readonly challengeId: string
    readonly dancerAccountId: bigint
    readonly musicianAccountId: bigint
    readonly isDancerActive: boolean
  }

const GIFT_VIDEOS = `SELECT v.id, v.dancer_id AS "dancerId", v.vote_code AS "voteCode", v.challenge_id AS "challengeId",
    d.id AS "dancerAccountId", m.id AS "musicianAccountId", c.phase::text, c.voting_starts_at AS "votingStartsAt",
    c.ends_at AS "endsAt", v.withdrawn_at AS "withdrawnAt", v.withdrawn_because AS "withdrawnBecause",
    u.deleted_at IS NOT NULL AS "isErased", u.is_active AS "isDancerActive"
  FROM video v JOIN challenge c ON c.id = v.challenge_id JOIN track t ON t.id = v.track_id
  JOIN app_user u ON u.id = v.dancer_id
  JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
  JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id
  WHERE v.kind = 'entry' AND (v.status = 'approved' OR v.withdrawn_at IS NOT NULL)`

/** Returns undefined for unknown, official and never approved videos. */
export function giftVideo(on: Queryable, videoId: string): Promise<GiftVideo | undefined> {
  return firstRow(on, { name: 'gift-video', text: `${GIFT_VIDEOS} AND v.id = $1`, values: [videoId] })
}

export async function giftVideos(on: Queryable, ids: readonly string[]): Promise<Map<string, GiftVideo>> {
  const found = await rows<GiftVideo>(on, {
    name: 'gift-videos',
    text: `${GIFT_VIDEOS} AND v.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return new Map(found.map((video) => [video.id, video]))
}

export function giftVideosByCode(on: Queryable, codes: readonly string[]): Promise<GiftVideo[]> {
  return rows(on, {
    name: 'gift-videos-by-code',
    text: `${GIFT_VIDEOS} AND v.vote_code = ANY($1)`,
    values: [codes],
  })
}

/** Seeds of the advisory locks, so that a video and a phone never share a lock. */
const VIDEO_LOCK = 1
const PHONE_LOCK = 0

/**
 * Blocks withdrawals of these videos and other gifts of these phones until the transaction ends, so that each
 * order sees the previous order's votes. Locks videos before phones, each sorted, which avoids deadlocks.
 * @param phones as M-Pesa reported them
 */
export async function lockForGifts(
  on: Queryable,
  videoIds: readonly string[],
  phones: readonly string[],
): Promise<void> {
  await on.query({
    name: 'gift-locks',
    text: `SELECT (SELECT count(pg_advisory_xact_lock_shared(hashtextextended(v.id, ${VIDEO_LOCK}))::text)
          FROM (SELECT DISTINCT id::text FROM unnest($1::uuid[]) AS a(id) ORDER BY 1 OFFSET 0) v),
        (SELECT count(pg_advisory_xact_lock(hashtextextended('gift:' || p.phone, ${PHONE_LOCK}))::text)
          FROM (SELECT DISTINCT phone FROM unnest($2::text[]) AS b(phone) ORDER BY 1 OFFSET 0) p)`,
    values: [videoIds, phones],
  })
}

/** One lock name per phone for web orders and Paybill; a masked phone uses its mask. */
export function lockName(reported: string | null): string {
  const read = readReportedPhone(reported)
  return read.kind === 'whole' ? read.phone : (reported ?? '')
}

/** Waits for transactions with gifts to these videos, and blocks new ones until this transaction ends. */
export async function lockOutGifts(on: Queryable, videoIds: readonly string[]): Promise<void> {
  await on.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(v.id, ${VIDEO_LOCK}))
      FROM (SELECT DISTINCT id::text FROM unnest($1::uuid[]) AS a(id) ORDER BY 1 OFFSET 0) v`,
    [videoIds],
  )
}

export type GiftAsked = {
  readonly voteCount: number | null
  /** The payer's phone, as far as it is known. */
  readonly payer: ReportedPhone
  /** The order time, or M-Pesa's payment time. */
  readonly at: Date
  /** A time on the day for which the votes count, if not the day of `at`. */
  readonly dayOf?: Date
  readonly isPaid: boolean
  /** An existing intent, whose own votes are not counted. */
  readonly intentId?: string
}

/** @param known the dancer's own phones */
export async function giftFacts(
  on: Queryable,
  video: GiftVideo,
  asked: GiftAsked,
  known: readonly KnownPhone[],
  settings: LimitSettings,
): Promise<{ facts: GiftFacts; payer: Payer }> {
  return factsOf(video, asked, known, settings, await votesThatDay(on, video.id, asked))
}

type LimitSettings = Pick<Settings, 'fraud_hold_score' | 'max_votes_per_phone_per_video_per_day'>

/** As `giftFacts`, from the phone's votes for the video that day. Pure. */
export function factsOf(
  video: GiftVideo,
  asked: Omit<GiftAsked, 'intentId'>,
  known: readonly KnownPhone[],
  settings: LimitSettings,
  votesBefore: GiftFacts['votesThatDay'],
): { facts: GiftFacts; payer: Payer } {
  const { voteCount, at, isPaid } = asked
  const payer = payerAmong(known, asked.payer, settings.fraud_hold_score)
  // Our own deactivation sets `withdrawnAt`; without that time the dancer counts as inactive at any time.
  const isGone = !video.isDancerActive && video.withdrawnAt === null
  return {
    payer,
    facts: {
      voteCount,
      voting: votingAt(video, at, isPaid),
      withdrawn: isGone ? 'dancer_inactive' : withdrawnBy(video, at),
      payer: payer.relation,
      votesThatDay: votesBefore,
      mostPerDay: settings.max_votes_per_phone_per_video_per_day,
    },
  }
}

const DAY_SECONDS = 86_400

/** Final states whose votes do not count; if such a gift is paid after all, it is judged again. */
export const uncountedStates = ['rejected', 'declined', 'refunded'] as const satisfies readonly PaymentState[]

/**
 * SQL: whether gift `g` of the day from $2 to $3 is for the video, and was or may still be paid.
 * @param video SQL
 */
const countsFor = (
  video: string,
  state: string,
) => `g.video_id = ${video} AND g.created_at >= $2 AND g.created_at < $3
    AND ${state} NOT IN ${statesText(uncountedStates)}`

const giftsOfDay = (video: string) => `gift g JOIN payment_intent i ON i.id = g.intent_id
  WHERE ${countsFor(video, 'i.state')}`

/** SQL: the day's gifts for the video $1, except $4. */
const GIFTS_OF_DAY = `${giftsOfDay('$1')} AND g.intent_id IS DISTINCT FROM $4::uuid`

const REPORTED_PHONE =
  '(SELECT m.phone FROM mpesa_receipt m WHERE m.intent_id = g.intent_id ORDER BY m.created_at LIMIT 1)'

/**
 * SQL: gifts `g` that a phone ordered or paid by Paybill since the day began. OFFSET 0 forces a lookup by
 * phone; otherwise the planner would read all gifts of a popular video.
 * @param told SQL: the phone in the forms that M-Pesa reports
 */
const giftsOfPhone = (phone: string, told: string) => `(
    SELECT intent_id FROM gift WHERE phone = ${phone} AND created_at >= $2
    UNION SELECT intent_id FROM mpesa_receipt
      WHERE source IN ('paybill', 'statement') AND phone = ANY(${told}) AND created_at >= $2) p
  CROSS JOIN LATERAL (SELECT g.intent_id, g.video_id, g.vote_count, g.created_at, i.state
    FROM gift g JOIN payment_intent i ON i.id = g.intent_id WHERE g.intent_id = p.intent_id OFFSET 0) g`

/** SQL: votes of a phone, and gifts of masked payers with their masks. */
const OF_PHONE = `SELECT sum(g.vote_count)::int AS votes, NULL AS reported FROM ${giftsOfPhone('$5', '$6')}
    WHERE ${countsFor('$1', 'g.state')} AND g.intent_id IS DISTINCT FROM $4::uuid
  UNION ALL SELECT g.vote_count, coalesce(${REPORTED_PHONE}, '') FROM ${GIFTS_OF_DAY} AND g.phone = ''`

/** SQL: votes of many phones, each for a video, by position. */
const OF_PHONES = `SELECT a.place::int, sum(g.vote_count)::int AS votes
  FROM unnest($1::uuid[], $4::text[], $5::text[]) WITH ORDINALITY AS a(video_id, phone, hash, place)
  CROSS JOIN LATERAL ${giftsOfPhone('a.phone', 'ARRAY[a.phone, a.hash]')}
  WHERE ${countsFor('a.video_id', 'g.state')} GROUP BY a.place`
/** SQL: gifts of masked payers, by video. */
const OF_MASKED = `SELECT g.video_id AS "videoId", g.vote_count AS votes, coalesce(${REPORTED_PHONE}, '') AS reported
  FROM ${giftsOfDay('ANY($1::uuid[])')} AND g.phone = ''`

/** SQL: votes of a hashed phone, which is compared with all gifts to the video that day. */
const OF_HASH = `SELECT sum(g.vote_count)::int AS votes, NULL AS reported FROM ${GIFTS_OF_DAY} AND (
    (g.phone <> '' AND encode(sha256(convert_to(g.phone, 'UTF8')), 'hex') = $5) OR g.intent_id IN (
      SELECT intent_id FROM mpesa_receipt WHERE source IN ('paybill', 'statement') AND phone = ANY($6) AND created_at >= $2))`

/** SQL: votes of phones that may fit a mask, which is compared with all gifts to the video that day. */
const OF_MASK = `SELECT sum(g.vote_count)::int AS votes, coalesce(nullif(g.phone, ''), ${REPORTED_PHONE}) AS reported
  FROM ${GIFTS_OF_DAY} AND (g.phone = '' OR g.phone LIKE $5) GROUP BY 2`

async function votesThatDay(
  on: Queryable,
  videoId: string,
  { payer, at, dayOf = at, intentId }: Pick<GiftAsked, 'payer' | 'at' | 'dayOf' | 'intentId'>,
): Promise<GiftFacts['votesThatDay']> {
  if (payer.kind === 'nothing') return { sure: 0, possible: 0 }
  const from = nairobiDayStart(dayOf)
  const of = [videoId, from.toISOString(), addSeconds(from, DAY_SECONDS).toISOString(), intentId ?? null]
  const found = await rows<{ votes: number | null; reported: string | null }>(on, statement(of, payer))
  let [sure, possible] = [0, 0]
  for (const { votes, reported } of found) {
    // Rows found by the phone itself have no `reported`; other rows have a masked or another phone.
    const isFound = reported === null && payer.kind !== 'mask'
    if (isFound) sure += votes ?? 0
    if (isFound || matchPhones(payer, readReportedPhone(reported)) === 'may_be') possible += votes ?? 0
  }
  return { sure, possible }
}

function statement(of: readonly unknown[], payer: Exclude<ReportedPhone, { kind: 'nothing' }>): Statement {
  switch (payer.kind) {
    case 'whole':
      return {
        name: 'gift-votes-of-phone',
        text: OF_PHONE,
        values: [...of, payer.phone, [payer.phone, phoneHash(payer.phone)]],
      }
    case 'hash':
      return {
        name: 'gift-votes-of-hash',
        text: OF_HASH,
        values: [...of, payer.hash, [payer.hash, payer.hash.toUpperCase()]],
      }
    case 'mask':
      return { name: 'gift-votes-of-mask', text: OF_MASK, values: [...of, `${payer.prefix}%${payer.suffix}`] }
  }
}

/**
 * Counts the votes of each unmasked phone for a video on the Nairobi day of `at`. `possible` also counts votes of
 * masked phones that fit.
 * @returns in the order of `asked`
 */
export async function votesOfPhones(
  on: Queryable,
  asked: readonly { readonly videoId: string; readonly phone: string }[],
  at: Date,
): Promise<GiftFacts['votesThatDay'][]> {
  const from = nairobiDayStart(at)
  const day = [from.toISOString(), addSeconds(from, DAY_SECONDS).toISOString()]
  const videoIds = asked.map(({ videoId }) => videoId)
  const phones = asked.map(({ phone }) => phone)
  const [found, masked] = await pipelined([
    rows<{ place: number; votes: number }>(on, {
      name: 'gift-votes-of-phones',
      text: OF_PHONES,
      values: [videoIds, ...day, phones, phones.map(phoneHash)],
    }),
    rows<{ videoId: string; votes: number; reported: string }>(on, {
      name: 'gift-votes-of-masked',
      text: OF_MASKED,
      values: [[...new Set(videoIds)], ...day],
    }),
  ])
  const sure = new Map(found.map(({ place, votes }) => [place - 1, votes]))
  const unknown = masked.map((one) => ({ ...one, payer: readReportedPhone(one.reported) }))
  return asked.map(({ videoId, phone }, place) => {
    const payer = readReportedPhone(phone)
    const own = sure.get(place) ?? 0
    const fitting = unknown.filter(
      (one) => one.videoId === videoId && matchPhones(payer, one.payer) === 'may_be',
    )
    return { sure: own, possible: fitting.reduce((sum, { votes }) => sum + votes, own) }
  })
}
