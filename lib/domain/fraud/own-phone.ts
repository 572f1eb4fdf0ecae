import { type RawBuilder, sql } from 'kysely'
import { ownPhoneLink } from '#lib/contract/fraud/calls.ts'
import { nairobiParts, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Hold, holdOfLink, type KnownPhone } from './policy.ts'
import { matchPhones, type PhoneMatch, type ReportedPhone, readReportedPhone } from './reported-phone.ts'

export async function knownPhones(
  on: Queryable,
  ownerIds: readonly string[],
): Promise<Map<string, KnownPhone[]>> {
  return byOwner(await phonesOfPeople(on, sql`unnest(${ownerIds}::uuid[])`))
}

export async function knownPhonesOfDancers(
  on: Queryable,
  videoIds: readonly string[],
): Promise<Map<string, KnownPhone[]>> {
  return byOwner(
    await phonesOfPeople(on, sql`(SELECT DISTINCT dancer_id FROM video WHERE id = ANY(${videoIds}::uuid[]))`),
  )
}

function byOwner(found: readonly { ownerId: string; phone: string; link: string }[]) {
  const phones = found.map((one) => ({ ...one, link: ownPhoneLink.parse(one.link) }))
  return Map.groupBy(phones, ({ ownerId }) => ownerId)
}

// A lookup per person has one plan for every call; an array would be planned each time.
const phonesOfPeople = (on: Queryable, people: RawBuilder<unknown>) =>
  kysely(on)
    .selectFrom(sql<{ id: string }>`${people}`.as<'person'>(sql`person(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('knownPhone')
          .selectAll('knownPhone')
          .whereRef('ownerId', '=', 'person.id')
          // Prevents a merge with the outer query, which would read everybody's phones first.
          .offset(sql.lit(0))
          .as('k'),
      (join) => join.onTrue(),
    )
    .select(['k.ownerId', 'k.phone', 'k.link'])
    .distinct()
    .execute()

/** The payer's whole phone, if M-Pesa gave it or the hash of a known one; otherwise ''. */
export function payerPhone(reported: ReportedPhone, known: readonly KnownPhone[]): string {
  if (reported.kind === 'whole') return reported.phone
  return known.find(({ phone }) => matchPhones(reported, readReportedPhone(phone)) === 'same')?.phone ?? ''
}

/** The payer's relation to the dancer, with a score if it is certain. */
export type Payer = {
  /**
   * `own`: the phone of the dancer's profile. `known`: another phone of the dancer, certain enough to hold
   * the gift. `may_be`: a masked phone that fits one of these.
   */
  readonly relation: 'other' | 'own' | 'known' | 'may_be'
  readonly hold: Hold | null
}

/**
 * Compares the payer's phone with the dancer's phones, as far as M-Pesa shows it.
 * @param holdScore the setting `fraud_hold_score`: weaker links hold nothing
 */
export function payerAmong(known: readonly KnownPhone[], reported: ReportedPhone, holdScore: number): Payer {
  const of = (match: PhoneMatch) =>
    known.filter(({ phone }) => matchPhones(reported, readReportedPhone(phone)) === match)
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

/**
 * Creates the signal of a held gift, in the transaction that creates the gift. Officers see it once the gift
 * is paid.
 */
export async function recordHeldGift(on: Queryable, gift: HeldGift): Promise<void> {
  const moment = now()
  const { year, month, day } = nairobiParts(moment)
  await kysely(on)
    .insertInto('fraudSignal')
    .values({
      kind: 'own_phone',
      status: 'held',
      videoId: gift.videoId,
      intentId: gift.intentId,
      subject: gift.intentId,
      day: `${year}-${month}-${day}`,
      score: gift.hold.score,
      reasons: JSON.stringify(gift.hold.reasons),
      gifts: 1,
      votes: gift.votes,
      giftIds: [gift.intentId],
      createdAt: moment,
      updatedAt: moment,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
