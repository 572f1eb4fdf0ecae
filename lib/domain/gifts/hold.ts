import { type Queryable, rows } from '#lib/core/db.ts'
import { knownPhones, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { matchPhones, readToldPhone } from '#lib/domain/fraud/told-phone.ts'
import type { PayerOfIntent } from '#lib/domain/payments/purpose.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { giftFacts, giftVideo } from './facts.ts'
import { type GiftVerdict, judgeGift, judgePaidGift } from './policy.ts'

type OpenGift = {
  intent_id: string
  video_id: string
  dancer_id: string
  vote_count: number
  phone: string
  created_at: Date
}

/**
 * Holds gifts that one phone ordered and another pays for by Paybill, where the rules of gifts do not let that one give them
 * (docs/decisions/0054): at the order nobody could know. What was counted before is left alone.
 */
export async function holdGiftsByPayer(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void> {
  const told = new Map(payments.map(({ intentId, phone }) => [intentId, phone]))
  const open = await rows<OpenGift>(on, {
    name: 'gift-open-for-payers',
    text: `SELECT g.intent_id, g.video_id, v.dancer_id, g.vote_count, g.phone, g.created_at FROM gift g
      JOIN payment_intent i ON i.id = g.intent_id JOIN video v ON v.id = g.video_id
      WHERE g.intent_id = ANY($1::uuid[]) AND i.state <> 'credited' AND i.hold_reason IS NULL`,
    values: [[...told.keys()]],
  })
  for (const gift of open) {
    const judged = await judgePayer(on, gift, told.get(gift.intent_id) ?? null, {
      at: gift.created_at,
      isPaid: true,
    })
    if (judged?.verdict.kind !== 'held') continue
    const { reason } = judged.verdict
    const held = await on.query(
      `UPDATE payment_intent SET hold_reason = $2 WHERE id = $1 AND state <> 'credited' AND hold_reason IS NULL`,
      [gift.intent_id, reason],
    )
    if (held.rowCount === 0 || reason !== 'fraud_hold' || !judged.payer.hold) continue
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
  gift: Pick<OpenGift, 'intent_id' | 'video_id' | 'dancer_id' | 'vote_count' | 'phone'>,
  phone: string | null,
  { at, isPaid }: { at: Date; isPaid: boolean },
) {
  const payer = readToldPhone(phone)
  const isOrderer = matchPhones(payer, readToldPhone(gift.phone)) !== 'other'
  const isJudged = isPaid && (isOrderer || payer.kind === 'nothing')
  const video = isJudged ? undefined : await giftVideo(on, gift.video_id)
  if (!video) return null
  const settings = await readSettings()
  const known = isOrderer ? [] : ((await knownPhones(on, [gift.dancer_id])).get(gift.dancer_id) ?? [])
  const asked = {
    votes: gift.vote_count,
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
  const [gift] = await rows<OpenGift>(
    on,
    `SELECT g.intent_id, g.video_id, v.dancer_id, g.vote_count, g.phone, g.created_at
      FROM gift g JOIN video v ON v.id = g.video_id WHERE g.intent_id = $1`,
    [intentId],
  )
  return (gift && (await judgePayer(on, gift, phone, { at, isPaid: false }))?.verdict) ?? null
}
