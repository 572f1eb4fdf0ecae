import type { InferResult } from 'kysely'
import { nairobiDayStart } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { knownPhones, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { matchPhones, type PhoneMatch, readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import type { AskedPayment, PayerOfIntent } from '#lib/domain/payments/purpose.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { judgeAccepting } from './accepted-payments.ts'
import { giftFacts, giftVideo, lockForGifts, lockName, uncountedStates } from './facts.ts'
import { type GiftVerdict, judgeGift, judgePaidGift, withVotes } from './policy.ts'

const giftsOf = (on: Queryable) =>
  kysely(on)
    .selectFrom('gift as g')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select(['i.state', 'g.intentId', 'g.videoId', 'v.dancerId', 'g.voteCount', 'g.phone', 'g.createdAt'])

type OrderedGift = InferResult<ReturnType<typeof giftsOf>>[number]

/**
 * Holds gifts that one phone ordered and another pays by Paybill, if the gift rules object to the paying
 * phone (docs/decisions/0005): the order could not know it. Also judges gifts whose order had failed,
 * whichever phone pays: other votes may have used up the day's limit. Counted gifts stay. A phone's gifts are
 * judged in sequence, also within a batch.
 */
export async function holdGiftsByPayer(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void> {
  const phones = new Map(payments.map(({ intentId, phone }) => [intentId, phone]))
  const open = await giftsOf(on)
    .where('g.intentId', '=', anyOf([...phones.keys()]))
    .where('i.state', '<>', 'credited')
    .where('i.holdReason', 'is', null)
    .execute()
  const judged = open.flatMap((gift) => {
    const payer = payerOf(gift, phones.get(gift.intentId) ?? null)
    return payer.isJudged ? [{ gift, payer }] : []
  })
  if (judged.length === 0) return
  await lockForGifts(
    on,
    [],
    judged.map(({ payer }) => lockName(payer.phone)),
  )
  const before: Judged[] = []
  for (const { gift, payer } of judged) {
    await holdByPayer(on, gift, payer, before)
    before.push({ gift, payer })
  }
}

async function holdByPayer(
  on: Queryable,
  gift: OrderedGift,
  payer: GiftPayer,
  before: readonly Judged[],
): Promise<void> {
  const found = await judgePayer(on, gift, payer, { at: gift.createdAt, isPaid: true, before })
  if (found?.verdict.kind !== 'held') return
  const { reason } = found.verdict
  const held = await kysely(on)
    .updateTable('paymentIntent')
    .set({ holdReason: reason })
    .where('id', '=', gift.intentId)
    .where('state', '<>', 'credited')
    .where('holdReason', 'is', null)
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n || reason !== 'fraud_hold' || !found.payer.hold) return
  await recordHeldGift(on, {
    intentId: gift.intentId,
    videoId: gift.videoId,
    votes: gift.voteCount,
    hold: found.payer.hold,
  })
}

type GiftPayer = {
  /** The phone for the vote limit; null if the votes were judged at the order and have counted since. */
  readonly phone: string | null
  /** Whether the payer may be the orderer, whose phone was judged at the order. */
  readonly isOrderer: boolean
  readonly isJudged: boolean
}

function payerOf(gift: OrderedGift, reported: string | null): GiftPayer {
  const payer = readReportedPhone(reported)
  const isOrderer = payer.kind === 'nothing' || matchPhones(payer, readReportedPhone(gift.phone)) !== 'other'
  if (!isOrderer) return { phone: reported, isOrderer, isJudged: true }
  const isUncounted = isOneOf(uncountedStates, gift.state)
  return { phone: isUncounted ? gift.phone : null, isOrderer, isJudged: isUncounted }
}

/** A gift judged earlier in this batch; no row shows yet whether it counts. */
type Judged = { readonly gift: OrderedGift; readonly payer: GiftPayer }

/** Null if the gift's video takes no gifts any more. */
async function judgePayer(
  on: Queryable,
  gift: OrderedGift,
  { phone, isOrderer }: GiftPayer,
  { at, isPaid, before = [] }: { at: Date; isPaid: boolean; before?: readonly Judged[] },
) {
  const video = await giftVideo(on, gift.videoId)
  if (!video) return null
  const settings = await readSettings(on)
  const known = isOrderer ? [] : ((await knownPhones(on, [gift.dancerId])).get(gift.dancerId) ?? [])
  const payer = readReportedPhone(phone)
  const { intentId, voteCount, createdAt: dayOf } = gift
  const asked = { voteCount, payer, at, dayOf, isPaid, intentId }
  const { facts, payer: who } = await giftFacts(on, video, asked, known, settings)
  const more = (match: PhoneMatch) =>
    before
      .filter((one) => one.gift.videoId === gift.videoId && isSameDay(one.gift.createdAt, dayOf))
      .filter((one) => matchPhones(readReportedPhone(one.payer.phone), payer) === match)
      .reduce((sum, one) => sum + one.gift.voteCount, 0)
  const counted = withVotes(facts, more('same'), more('may_be'))
  const judge = isPaid ? judgePaidGift : judgeGift
  const verdictWith = (votes: number) => judge(withVotes(counted, votes))
  return { payer: who, verdict: verdictWith(0), verdictWith }
}

const isSameDay = (one: Date, other: Date) =>
  nairobiDayStart(one).getTime() === nairobiDayStart(other).getTime()

/**
 * Judges a gift of a failed order again, before a new prompt.
 * @param on a transaction that has locked the gift's phone and video
 */
export async function judgeAgain(on: Queryable, intentId: string, at: Date): Promise<GiftVerdict | null> {
  const gift = await giftsOf(on).where('g.intentId', '=', intentId).executeTakeFirst()
  if (!gift) return null
  const judged = await judgePayer(on, gift, payerOf(gift, gift.phone), { at, isPaid: false })
  return judged?.verdict ?? null
}

/** Judges an ordered gift for C2B validation. The caller compares the amount. */
export async function judgePaidByPaybill(
  on: Queryable,
  { intentId, phone, at, receipt }: AskedPayment & { intentId: string },
): Promise<GiftVerdict | null> {
  const gift = await giftsOf(on).where('g.intentId', '=', intentId).executeTakeFirst()
  if (!gift) return null
  const payer = payerOf(gift, phone)
  const { videoId, voteCount: votes, createdAt: dayOf } = gift
  return judgeAccepting(on, { videoId, phone: payer.phone, votes, dayOf, receipt }, async (more) => {
    const judged = await judgePayer(on, gift, payer, { at, isPaid: false })
    return judged?.verdictWith(more) ?? null
  })
}
