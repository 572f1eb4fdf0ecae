import type { Queryable } from '#lib/core/db.ts'
import { newId, normaliseSpokenCode } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'
import { knownPhones, payerPhone } from '#lib/domain/fraud/own-phone.ts'
import {
  matchPhones,
  type PhoneMatch,
  type ReportedPhone,
  readReportedPhone,
} from '#lib/domain/fraud/reported-phone.ts'
import type {
  AskedPayment,
  PaybillAnswer,
  PaybillRefusal,
  PurposeHandler,
} from '#lib/domain/payments/purpose.ts'
import type { PaidEvidence, ReviewReason } from '#lib/domain/payments/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { judgeAccepting } from './accepted-payments.ts'
import { type GiftVideo, giftFacts, giftVideosByCode, lockForGifts, lockName } from './facts.ts'
import { judgePaidByPaybill } from './hold.ts'
import { insertGift } from './make-gifts.ts'
import {
  type GiftFacts,
  type GiftRefusal,
  type GiftVerdict,
  judgeGift,
  judgePaidGift,
  voteCountFor,
  withVotes,
} from './policy.ts'

export const validateGift: PurposeHandler['validatePaybill'] = async (on, asked) =>
  refusalOf(await judgePaidByPaybill(on, asked))

export const validateVoteCode: NonNullable<PurposeHandler['validateNewPaybill']> = async (on, asked) =>
  refusalOf(await judgeVoteCode(on, asked))

/** The reason to refuse before M-Pesa charges. @param verdict null for an unknown gift or code */
function refusalOf(verdict: GiftVerdict | null): PaybillRefusal | null {
  if (verdict === null) return 'account'
  return verdict.kind === 'refused' ? refusedFor[verdict.reason] : null
}

const refusedFor: Readonly<Record<GiftRefusal, PaybillRefusal>> = {
  own_phone: 'phone',
  video_withdrawn: 'account',
  dancer_inactive: 'account',
  too_early: 'account',
  late: 'account',
  wrong_amount: 'amount',
  too_many_votes: 'amount',
  phone_day_limit: 'other',
}

/** Judges a payment to a vote code, before its gift exists; null for an unknown code. */
async function judgeVoteCode(
  on: Queryable,
  asked: AskedPayment & { accountReference: string; amount: Cents },
): Promise<GiftVerdict | null> {
  const { accountReference: code, amount, phone, at, receipt } = asked
  const [video] = await giftVideosByCode(on, [normaliseSpokenCode(code)])
  if (!video) return null
  const known = (await knownPhones(on, [video.dancerId])).get(video.dancerId) ?? []
  const voteCount = voteCountFor(amount)
  const order = { voteCount, payer: readReportedPhone(phone), at, isPaid: false }
  const settings = await readSettings(on)
  const payment = { videoId: video.id, phone, votes: voteCount ?? 0, dayOf: at, receipt }
  return judgeAccepting(on, payment, async (more) => {
    const { facts } = await giftFacts(on, video, order, known, settings)
    return judgeGift(withVotes(facts, more))
  })
}

/**
 * Creates a gift for each Paybill payment to a video's vote code, by which people vote without data. The
 * web's gift rules apply (docs/decisions/0005), but M-Pesa has already charged the payer: a suspicious
 * payment is held for people, and a payment that cannot count gets a reason.
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
  // Read again: a video may have been withdrawn before the lock.
  const videos = new Map((await giftVideosByCode(on, codes)).map((video) => [video.voteCode, video]))
  const settings = await readSettings(on)
  const known = await knownPhones(on, [...new Set(named.map(({ dancerId }) => dancerId))])
  const taken: Taken[] = []
  for (const [index, paid] of payments.entries()) {
    const video = videos.get(codes[index] ?? '')
    if (!video || opened.has(paid.receipt) || refused.has(paid.receipt)) continue
    const own = known.get(video.dancerId) ?? []
    const reported = readReportedPhone(paid.phone)
    const voteCount = voteCountFor(paid.amount)
    const asked = { voteCount, payer: reported, at: paid.paidAt, isPaid: true }
    const { facts, payer } = await giftFacts(on, video, asked, own, settings)
    const verdict = judgePaidGift(withTaken(facts, taken, video, reported))
    if (verdict.kind === 'refused') refused.set(paid.receipt, reasonOf(verdict.reason))
    if (verdict.kind === 'refused' || voteCount === null) continue
    const id = newId()
    await insertGift(on, {
      id,
      video,
      voteCount,
      phone: payerPhone(reported, own),
      verdict,
      hold: payer.hold,
      sessionId: 'paybill',
      deviceFingerprint: 'paybill',
      network: '',
      givenAt: paid.paidAt,
      payment: { channel: 'paybill' },
    })
    opened.set(paid.receipt, id)
    taken.push({ videoId: video.id, reported, voteCount })
  }
  return { opened, refused }
}

/** Gifts of this batch. Their receipts are not written yet, so only this list shows who paid. */
type Taken = { readonly videoId: string; readonly reported: ReportedPhone; readonly voteCount: number }

function withTaken(
  facts: GiftFacts,
  taken: readonly Taken[],
  video: GiftVideo,
  reported: ReportedPhone,
): GiftFacts {
  // `facts` already counts the inserted gifts of whole phones.
  const masked = taken.filter((one) => one.videoId === video.id && one.reported.kind !== 'whole')
  const votesOf = (match: PhoneMatch) =>
    masked
      .filter((one) => matchPhones(one.reported, reported) === match)
      .reduce((sum, { voteCount }) => sum + voteCount, 0)
  return withVotes(facts, votesOf('same'), votesOf('may_be'))
}

/** `own_phone` does not occur: `judgePaidGift` holds such money as `fraud_hold`. */
function reasonOf(refusal: GiftRefusal): ReviewReason {
  return refusal === 'own_phone' ? 'fraud_hold' : refusal
}
