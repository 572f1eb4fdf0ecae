import { type Queryable, rows } from '#lib/core/db.ts'
import { knownPhones, payerPhone, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { holdOf } from '#lib/domain/fraud/policy.ts'
import type { PayerOfIntent } from '#lib/domain/payments/purpose.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'

type OpenGift = { intent_id: string; video_id: string; dancer_id: string; vote_count: number; phone: string }

/**
 * Holds gifts that one phone ordered and the dancer's own phone pays for by Paybill: at the order nobody could know.
 * What was counted before is left alone.
 */
export async function holdGiftsByPayer(on: Queryable, payments: readonly PayerOfIntent[]): Promise<void> {
  const told = new Map(payments.map(({ intentId, phone }) => [intentId, phone]))
  const open = await rows<OpenGift>(on, {
    name: 'gift-open-for-payers',
    text: `SELECT g.intent_id, g.video_id, v.dancer_id, g.vote_count, g.phone FROM gift g
      JOIN payment_intent i ON i.id = g.intent_id JOIN video v ON v.id = g.video_id
      WHERE g.intent_id = ANY($1::uuid[]) AND i.state <> 'credited' AND i.hold_reason IS NULL`,
    values: [[...told.keys()]],
  })
  const others = open.filter((gift) => told.get(gift.intent_id) !== gift.phone)
  if (others.length === 0) return
  const { fraud_hold_score } = await readSettings()
  const known = await knownPhones(on, [...new Set(others.map((gift) => gift.dancer_id))])
  for (const gift of others) {
    const own = known.get(gift.dancer_id) ?? []
    const hold = holdOf(own, payerPhone(told.get(gift.intent_id) ?? null, own), fraud_hold_score)
    if (!hold) continue
    const held = await on.query(
      `UPDATE payment_intent SET hold_reason = 'fraud_hold' WHERE id = $1 AND state <> 'credited' AND hold_reason IS NULL`,
      [gift.intent_id],
    )
    if (held.rowCount === 0) continue
    await recordHeldGift(on, {
      intentId: gift.intent_id,
      videoId: gift.video_id,
      votes: gift.vote_count,
      hold,
    })
  }
}
