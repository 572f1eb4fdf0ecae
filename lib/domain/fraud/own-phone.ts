import type { OwnPhoneLink } from '#lib/contract/fraud.ts'
import { nairobiParts, now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { sha256 } from '#lib/core/ids.ts'
import type { Hold, KnownPhone } from './policy.ts'

/** The phones that are known as these people's own, by person. */
export async function knownPhones(
  on: Queryable,
  ownerIds: readonly string[],
): Promise<Map<string, KnownPhone[]>> {
  const found = await rows<{ owner_id: string; phone: string; link: OwnPhoneLink }>(on, {
    name: 'fraud-known-phones',
    // Person by person: one plan serves for all, where an array is planned anew each time.
    text: `SELECT DISTINCT k.owner_id, k.phone, k.link FROM unnest($1::uuid[]) AS person(id)
      CROSS JOIN LATERAL (SELECT * FROM known_phone WHERE owner_id = person.id) k`,
    values: [ownerIds],
  })
  return Map.groupBy(found, ({ owner_id }) => owner_id)
}

/**
 * The payer's phone in full where M-Pesa told it, or told the hash of one of these; '' where it did neither.
 * @param told as M-Pesa gave it: in full, masked, as its SHA-256 in hex, or not at all
 */
export function payerPhone(told: string | null, known: readonly KnownPhone[]): string {
  if (told === null) return ''
  if (/^2547\d{8}$/.test(told)) return told
  const hash = told.toLowerCase()
  return known.find(({ phone }) => Buffer.from(sha256(phone)).toString('hex') === hash)?.phone ?? ''
}

/** A gift that was ordered, or paid by Paybill, from the dancer's own phone. */
export type HeldGift = {
  readonly intentId: string
  readonly videoId: string
  readonly votes: number
  readonly hold: Hold
}

/** Puts a held gift before the officers, in the transaction that makes it. They see it once its money is there. */
export async function recordHeldGift(on: Queryable, gift: HeldGift): Promise<void> {
  const moment = now()
  const { year, month, day } = nairobiParts(moment)
  await on.query({
    name: 'fraud-record-held',
    text: `INSERT INTO fraud_signal (kind, status, video_id, intent_id, subject, day, score, reasons, gifts, votes, gift_ids,
        created_at, updated_at)
      VALUES ('own_phone', 'held', $1, $2::uuid, ($2::uuid)::text, make_date($3, $4, $5), $6, $7, 1, $8, ARRAY[$2::uuid], $9, $9)
      ON CONFLICT DO NOTHING`,
    values: [
      gift.videoId,
      gift.intentId,
      year,
      month,
      day,
      gift.hold.score,
      JSON.stringify(gift.hold.reasons),
      gift.votes,
      moment,
    ],
  })
}
