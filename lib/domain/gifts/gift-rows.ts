import type { Queryable } from '#lib/core/db.ts'
import { newSpokenCode } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import type { Hold } from '#lib/domain/fraud/policy.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import type { GiftVideo } from './facts.ts'
import { type GiftVerdict, giftPrice } from './policy.ts'

/** Length of a payment's Paybill account number after its `G`; with it at most 12 characters. */
const REFERENCE_LENGTH = 9

/** A new account number for a gift's payment. */
export function newGiftReference(): string {
  return `G${newSpokenCode(REFERENCE_LENGTH)}`
}

/** A gift and its payment, as they are written once. */
export type NewGift = {
  readonly id: string
  readonly video: GiftVideo
  readonly voteCount: number
  readonly phone: string
  readonly verdict: Exclude<GiftVerdict, { kind: 'refused' }>
  /** What officers see of it where it is held for the dancer's own phone. */
  readonly hold: Hold | null
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** As lib/domain/fraud/network-mark.ts makes it; '' where none is known. */
  readonly network: string
  /** How it is to be paid, and the order's moment where it was ordered. */
  readonly payment:
    | { readonly channel: 'paybill' }
    | {
        readonly channel: 'prompt'
        readonly state: PaymentState
        readonly resultCode: string | null
        readonly asker: string
        readonly createdAt: Date
      }
}

/** Writes a gift, its payment, and what officers see of it where it is held. */
export async function insertGift(on: Queryable, gift: NewGift): Promise<void> {
  const { id, video, payment } = gift
  const reason = gift.verdict.kind === 'held' ? gift.verdict.reason : null
  await kysely(on)
    .insertInto('payment_intent')
    .values({
      id,
      purpose: 'gift',
      amount: giftPrice(gift.voteCount),
      phone: gift.phone,
      account_reference: newGiftReference(),
      hold_reason: reason,
      channel: payment.channel,
      ...(payment.channel === 'prompt'
        ? {
            state: payment.state,
            result_code: payment.resultCode,
            asker: payment.asker,
            network: gift.network,
            created_at: payment.createdAt,
          }
        : {}),
    })
    .execute()
  await kysely(on)
    .insertInto('gift')
    .values({
      intent_id: id,
      video_id: video.id,
      challenge_id: video.challengeId,
      dancer_account_id: video.dancerAccountId,
      musician_account_id: video.musicianAccountId,
      vote_count: gift.voteCount,
      phone: gift.phone,
      session_id: gift.sessionId,
      device_fingerprint: gift.deviceFingerprint,
      network: gift.network,
    })
    .execute()
  if (reason === 'fraud_hold' && gift.hold)
    await recordHeldGift(on, { intentId: id, videoId: video.id, votes: gift.voteCount, hold: gift.hold })
}
