import type { OwnPhoneLink } from '#lib/contract/fraud/calls.ts'
import { nairobiParts, now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { type Hold, holdOfLink, type KnownPhone } from './policy.ts'
import { matchPhones, type PhoneMatch, readToldPhone, type ToldPhone } from './told-phone.ts'

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

/** The payer's phone in full where M-Pesa told it, or told the hash of one of these; '' where it did neither. */
export function payerPhone(told: ToldPhone, known: readonly KnownPhone[]): string {
  if (told.kind === 'whole') return told.phone
  return known.find(({ phone }) => matchPhones(told, readToldPhone(phone)) === 'same')?.phone ?? ''
}

/** How a payer goes together with the dancer, and what that scores where it is sure. */
export type Payer = {
  /** `own` is the phone of their profile, `known` one of which that is sure enough to hold, `may_be` a mask that fits either. */
  readonly relation: 'other' | 'own' | 'known' | 'may_be'
  readonly hold: Hold | null
}

/**
 * Compares who pays with the phones that are known as the dancer's own, as far as M-Pesa tells it.
 * @param holdScore the setting `fraud_hold_score`: links that score less hold nothing
 */
export function payerAmong(known: readonly KnownPhone[], told: ToldPhone, holdScore: number): Payer {
  const of = (match: PhoneMatch) =>
    known.filter(({ phone }) => matchPhones(told, readToldPhone(phone)) === match)
  const sure = holdOfLink(of('same'))
  if (sure?.link === 'profile') return { relation: 'own', hold: sure }
  if (sure && sure.score >= holdScore) return { relation: 'known', hold: sure }
  const possible = holdOfLink(of('may_be'))
  const isHeld = possible !== null && (possible.link === 'profile' || possible.score >= holdScore)
  return { relation: isHeld ? 'may_be' : 'other', hold: null }
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
