import { type InferResult, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { knownPhones, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { matchPhones, readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import type { PayerOfIntent } from '#lib/domain/payments/purpose.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { giftFacts, giftVideo } from './facts.ts'
import { type GiftVerdict, judgeGift, judgePaidGift } from './policy.ts'

const giftsOf = (on: Queryable) =>
  kysely(on)
    .selectFrom('gift as g')
    .innerJoin('video as v', 'v.id', 'g.video_id')
    .select(['g.intent_id', 'g.video_id', 'v.dancer_id', 'g.vote_count', 'g.phone', 'g.created_at'])

type OrderedGift = InferResult<ReturnType<typeof giftsOf>>[number]

/**
 * Holds gifts that one phone ordered and another pays for by Paybill, where the rules of gifts do not let that one give them
 * (docs/decisions/0032): at the order nobody could know. What was counted before is left alone.
 */
export async function holdGiftsByPayer(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void> {
  const phones = new Map(payments.map(({ intentId, phone }) => [intentId, phone]))
  const open = await giftsOf(on)
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .where('g.intent_id', '=', sql<string>`any(${[...phones.keys()]}::uuid[])`)
    .where('i.state', '<>', 'credited')
    .where('i.hold_reason', 'is', null)
    .execute()
  for (const gift of open) {
    const judged = await judgePayer(on, gift, phones.get(gift.intent_id) ?? null, {
      at: gift.created_at,
      isPaid: true,
    })
    if (judged?.verdict.kind !== 'held') continue
    const { reason } = judged.verdict
    const held = await kysely(on)
      .updateTable('payment_intent')
      .set({ hold_reason: reason })
      .where('id', '=', gift.intent_id)
      .where('state', '<>', 'credited')
      .where('hold_reason', 'is', null)
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n || reason !== 'fraud_hold' || !judged.payer.hold) continue
    await recordHeldGift(on, {
      intentId: gift.intent_id,
      videoId: gift.video_id,
      votes: gift.vote_count,
      hold: judged.payer.hold,
    })
  }
}

/** Null where the money is there and the payer may well be who ordered it: that one was judged then. */
async function judgePayer(
  on: Queryable,
  gift: OrderedGift,
  phone: string | null,
  { at, isPaid }: { at: Date; isPaid: boolean },
) {
  const payer = readReportedPhone(phone)
  const isOrderer = matchPhones(payer, readReportedPhone(gift.phone)) !== 'other'
  const isJudged = isPaid && (isOrderer || payer.kind === 'nothing')
  const video = isJudged ? undefined : await giftVideo(on, gift.video_id)
  if (!video) return null
  const settings = await readSettings(on)
  const known = isOrderer ? [] : ((await knownPhones(on, [gift.dancer_id])).get(gift.dancer_id) ?? [])
  const asked = {
    voteCount: gift.vote_count,
    payer: isOrderer ? ({ kind: 'nothing' } as const) : payer,
    at,
    isPaid,
    intentId: gift.intent_id,
  }
  const judged = await giftFacts(on, video, asked, known, settings)
  const verdict = isPaid ? judgePaidGift(judged.facts) : judgeGift(judged.facts)
  return { payer: judged.payer, verdict }
}

/** What C2B validation answers about a payment for a gift that was ordered before; the amount is the caller's to compare. */
export async function judgePaidByPaybill(
  on: Queryable,
  { intentId, phone, at }: { intentId: string; phone: string | null; at: Date },
): Promise<GiftVerdict | null> {
  const gift = await giftsOf(on).where('g.intent_id', '=', intentId).executeTakeFirst()
  return (gift && (await judgePayer(on, gift, phone, { at, isPaid: false }))?.verdict) ?? null
}
