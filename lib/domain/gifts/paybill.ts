import { type Queryable, rows } from '#lib/core/db.ts'
import { newId, newSpokenCode, normaliseSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { knownPhones, payerPhone, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { type Hold, holdOf } from '#lib/domain/fraud/policy.ts'
import type { HoldReason, PaidEvidence } from '#lib/domain/payments/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { votesFor } from './policy.ts'

/** More votes than this in one Paybill payment are for people to look at: M-Pesa's own limit is KES 250,000. */
const MOST_VOTES = 5_000

/** Length of a payment's Paybill account number: `G` and so many characters, 12 at most in all. */
const REFERENCE_LENGTH = 9

/** A new account number for a gift's payment. */
export function newGiftReference(): string {
  return `G${newSpokenCode(REFERENCE_LENGTH)}`
}

type VotableVideo = {
  id: string
  dancer_id: string
  vote_code: string
  challenge_id: string
  dancer_account_id: bigint
  musician_account_id: bigint
  voting_starts_at: Date
  ends_at: Date
}

/** The videos with these codes that take votes, with where their money goes. */
function videosByVoteCode(on: Queryable, codes: readonly string[]): Promise<VotableVideo[]> {
  return rows(on, {
    name: 'gift-videos-by-code',
    text: `SELECT v.id, v.dancer_id, v.vote_code, v.challenge_id, d.id AS dancer_account_id, m.id AS musician_account_id,
        c.voting_starts_at, c.ends_at
      FROM video v JOIN challenge c ON c.id = v.challenge_id JOIN track t ON t.id = v.track_id
      JOIN account d ON d.kind = 'dancer' AND d.owner_id = v.dancer_id
      JOIN account m ON m.kind = 'musician' AND m.owner_id = t.musician_id
      WHERE v.vote_code = ANY($1) AND v.kind = 'entry' AND v.status = 'approved' AND c.phase <> 'closed'`,
    values: [codes],
  })
}

/** Whether a Paybill payment to this code and amount would count: what C2B validation answers. */
export async function paybillTakes(on: Queryable, code: string, paidAt: Date): Promise<boolean> {
  const [video] = await videosByVoteCode(on, [normaliseSpokenCode(code)])
  return video !== undefined && paidAt >= video.voting_starts_at && paidAt < video.ends_at
}

/**
 * Makes a gift of each Paybill payment whose account number is a video's vote code: voting without data
 * (design/screens.md, Video page). What is no whole number of votes, or for a video that takes none, is left alone
 * and goes to suspense.
 */
export async function openGiftsFromPaybill(
  on: Queryable,
  payments: readonly PaidEvidence[],
): Promise<Map<string, string>> {
  const codes = payments.map((paid) => normaliseSpokenCode(paid.accountReference ?? ''))
  const videos = new Map((await videosByVoteCode(on, codes)).map((video) => [video.vote_code, video]))
  if (videos.size === 0) return new Map()
  const { fraud_hold_score } = await readSettings()
  const known = await knownPhones(on, [...new Set([...videos.values()].map((video) => video.dancer_id))])
  const opened = new Map<string, string>()
  for (const [index, paid] of payments.entries()) {
    const video = videos.get(codes[index] ?? '')
    const votes = votesFor(paid.amount)
    if (!video || votes === null || votes > MOST_VOTES || opened.has(paid.receipt)) continue
    if (paid.paidAt < video.voting_starts_at || paid.paidAt >= video.ends_at) continue
    const own = known.get(video.dancer_id) ?? []
    const phone = payerPhone(paid.phone, own)
    const hold = holdOf(own, phone, fraud_hold_score)
    opened.set(paid.receipt, await insertPaybillGift(on, { video, votes, phone, hold, amount: paid.amount }))
  }
  return opened
}

type PaybillGift = Pick<NewGift, 'votes' | 'phone' | 'hold'> & { video: VotableVideo; amount: Cents }

async function insertPaybillGift(
  on: Queryable,
  { video, votes, phone, hold, amount }: PaybillGift,
): Promise<string> {
  const id = newId()
  await on.query(
    `INSERT INTO payment_intent (id, purpose, channel, state, amount, phone, account_reference, hold_reason)
      VALUES ($1, 'gift', 'paybill', 'created', $2, $3, $4, $5)`,
    [id, amount, phone, newGiftReference(), holdReason(hold)],
  )
  await insertGift(on, {
    intentId: id,
    video,
    votes,
    phone,
    sessionId: 'paybill',
    deviceFingerprint: 'paybill',
    network: '',
    hold,
  })
  return id
}

/** What the intent of a gift is to say of its hold (lib/domain/payments/hold.ts). */
export function holdReason(hold: Hold | null): HoldReason | null {
  return hold ? 'fraud_hold' : null
}

/** What a gift row says; written once. */
export type NewGift = {
  readonly intentId: string
  readonly video: { id: string; challenge_id: string; dancer_account_id: bigint; musician_account_id: bigint }
  readonly votes: number
  readonly phone: string
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** As lib/domain/fraud/network-mark.ts makes it; '' where none is known. */
  readonly network: string
  /** Why it is held before it counts, or null. */
  readonly hold: Hold | null
}

export async function insertGift(on: Queryable, gift: NewGift): Promise<void> {
  const { video } = gift
  await on.query({
    name: 'gift-insert',
    text: `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone,
        session_id, device_fingerprint, network) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      gift.intentId,
      video.id,
      video.challenge_id,
      video.dancer_account_id,
      video.musician_account_id,
      gift.votes,
      gift.phone,
      gift.sessionId,
      gift.deviceFingerprint,
      gift.network,
    ],
  })
  if (gift.hold)
    await recordHeldGift(on, {
      intentId: gift.intentId,
      videoId: video.id,
      votes: gift.votes,
      hold: gift.hold,
    })
}
