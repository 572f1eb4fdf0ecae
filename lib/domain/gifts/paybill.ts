import type { Queryable } from '#lib/core/db.ts'
import { newId, newSpokenCode, normaliseSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { knownPhones, payerPhone, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import type { Hold } from '#lib/domain/fraud/policy.ts'
import { matchPhones, type PhoneMatch, readToldPhone, type ToldPhone } from '#lib/domain/fraud/told-phone.ts'
import type { PaybillAnswer } from '#lib/domain/payments/purpose.ts'
import type { HoldReason, PaidEvidence, ReviewReason } from '#lib/domain/payments/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { type GiftVideo, giftFacts, giftVideosByCode, lockForGifts } from './facts.ts'
import {
  type GiftFacts,
  type GiftRefusal,
  type GiftVerdict,
  judgeGift,
  judgePaidGift,
  votesFor,
} from './policy.ts'

/** Length of a payment's Paybill account number: `G` and so many characters, 12 at most in all. */
const REFERENCE_LENGTH = 9

/** A new account number for a gift's payment. */
export function newGiftReference(): string {
  return `G${newSpokenCode(REFERENCE_LENGTH)}`
}

/**
 * What C2B validation answers about a payment to a vote code, before M-Pesa takes the money; null where nobody has that code.
 */
export async function judgePaybill(
  on: Queryable,
  { code, amount, phone, at }: { code: string; amount: Cents; phone: string | null; at: Date },
): Promise<GiftVerdict | null> {
  const [video] = await giftVideosByCode(on, [normaliseSpokenCode(code)])
  if (!video) return null
  const known = (await knownPhones(on, [video.dancerId])).get(video.dancerId) ?? []
  const asked = { votes: votesFor(amount), payer: readToldPhone(phone), at, isPaid: false }
  const { facts } = await giftFacts(on, video, asked, known, await readSettings())
  return judgeGift(facts)
}

/**
 * Makes a gift of each Paybill payment whose account number is a video's vote code: voting without data
 * (design/screens.md, Video page). The rules of gifts hold as on the web (docs/decisions/0054). Nobody has been asked before
 * this money was taken, or M-Pesa told more now than then: what is only suspected is held, and what can not be counted has
 * its reason.
 */
export async function openGiftsFromPaybill(
  on: Queryable,
  payments: readonly PaidEvidence[],
): Promise<PaybillAnswer> {
  const opened = new Map<string, string>()
  const refused = new Map<string, ReviewReason>()
  const codes = payments.map((paid) => normaliseSpokenCode(paid.accountReference ?? ''))
  const named = await giftVideosByCode(on, codes)
  if (named.length === 0) return { opened, refused }
  await lockForGifts(
    on,
    named.map(({ id }) => id),
    payments.map(({ phone }) => lockName(phone)),
  )
  // Once more: one of them may have been withdrawn before its lock was there.
  const videos = new Map((await giftVideosByCode(on, codes)).map((video) => [video.voteCode, video]))
  const settings = await readSettings()
  const known = await knownPhones(on, [...new Set(named.map(({ dancerId }) => dancerId))])
  const taken: Taken[] = []
  for (const [index, paid] of payments.entries()) {
    const video = videos.get(codes[index] ?? '')
    if (!video || opened.has(paid.receipt) || refused.has(paid.receipt)) continue
    const own = known.get(video.dancerId) ?? []
    const told = readToldPhone(paid.phone)
    const votes = votesFor(paid.amount)
    const asked = { votes, payer: told, at: paid.paidAt, isPaid: true }
    const { facts, payer } = await giftFacts(on, video, asked, own, settings)
    const verdict = judgePaidGift(withTaken(facts, taken, video, told))
    if (verdict.kind === 'refused') refused.set(paid.receipt, reasonOf(verdict.reason))
    if (verdict.kind === 'refused' || votes === null) continue
    const reason = verdict.kind === 'held' ? verdict.reason : null
    const hold = reason === 'fraud_hold' ? payer.hold : null
    const gift = { video, votes, phone: payerPhone(told, own), hold, reason, amount: paid.amount }
    opened.set(paid.receipt, await insertPaybillGift(on, gift))
    taken.push({ videoId: video.id, told, votes })
  }
  return { opened, refused }
}

/** One phone has one lock, whether it orders on the web or pays by Paybill; a masked one has that of its mask. */
function lockName(told: string | null): string {
  const read = readToldPhone(told)
  return read.kind === 'whole' ? read.phone : (told ?? '')
}

/** Gifts that this batch has opened. Their receipts are not written yet, so that nothing else tells who paid for them. */
type Taken = { readonly videoId: string; readonly told: ToldPhone; readonly votes: number }

function withTaken(facts: GiftFacts, taken: readonly Taken[], video: GiftVideo, told: ToldPhone): GiftFacts {
  // Those of a whole phone are found by their own rows.
  const masked = taken.filter((one) => one.videoId === video.id && one.told.kind !== 'whole')
  const votesOf = (match: PhoneMatch) =>
    masked.filter((one) => matchPhones(one.told, told) === match).reduce((sum, { votes }) => sum + votes, 0)
  const { sure, possible } = facts.votesThatDay
  const more = votesOf('same')
  return { ...facts, votesThatDay: { sure: sure + more, possible: possible + more + votesOf('may_be') } }
}

/** Whose phone it was, and how often it paid, never refuses money that is there: `judgePaidGift` holds it. */
function reasonOf(refusal: GiftRefusal): ReviewReason {
  return refusal === 'own_phone' ? 'fraud_hold' : refusal
}

type PaybillGift = Pick<NewGift, 'votes' | 'phone' | 'hold' | 'video'> & {
  amount: Cents
  reason: HoldReason | null
}

async function insertPaybillGift(
  on: Queryable,
  { video, votes, phone, hold, amount, reason }: PaybillGift,
): Promise<string> {
  const id = newId()
  await on.query(
    `INSERT INTO payment_intent (id, purpose, channel, state, amount, phone, account_reference, hold_reason)
      VALUES ($1, 'gift', 'paybill', 'created', $2, $3, $4, $5)`,
    [id, amount, phone, newGiftReference(), reason],
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

/** What a gift row says; written once. */
export type NewGift = {
  readonly intentId: string
  readonly video: GiftVideo
  readonly votes: number
  readonly phone: string
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** As lib/domain/fraud/network-mark.ts makes it; '' where none is known. */
  readonly network: string
  /** What officers see of it where it is held for the dancer's own phone, or null. */
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
      video.challengeId,
      video.dancerAccountId,
      video.musicianAccountId,
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
