import { now } from '#lib/core/clock.ts'
import type { Queryable, Statement } from '#lib/core/db.ts'
import { newSpokenCode } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import type { Hold } from '#lib/domain/fraud/policy.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { promptOpenStates, statesText } from '#lib/domain/payments/states.ts'
import type { GiftVideo } from './facts.ts'
import type { OrderedGift } from './gift-order.ts'
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
  /** The moment that it is judged by, and of whose day its votes are: the order's, or M-Pesa's of the payment. */
  readonly givenAt: Date
  /** How it is to be paid, and the order's moment where it was ordered. */
  readonly payment:
    | { readonly channel: 'paybill' }
    | {
        readonly channel: 'prompt'
        readonly state: PaymentState
        readonly resultCode: string | null
        readonly asker: string
        readonly createdAt: Date
        /** The earliest moment at which its prompt is sent, where it is to wait. */
        readonly promptAt: Date | null
      }
}

/**
 * The statement that writes gifts and their payments. It leaves out those whose phone has a prompt already, and returns the ids
 * of the others.
 */
export function giftsInsertion(gifts: readonly NewGift[]): Statement {
  const prompts = gifts.map(({ payment }) => (payment.channel === 'prompt' ? payment : null))
  const of = (value: (gift: NewGift) => string | number | bigint | null) => gifts.map(value)
  return {
    name: 'gifts-insertion',
    text: `WITH asked AS (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::payment_channel[], $7::payment_state[],
          $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::uuid[], $13::uuid[], $14::bigint[], $15::bigint[], $16::int[],
          $17::text[], $18::text[], $19::text[], $20::timestamptz[], $21::timestamptz[])
        AS a(id, amount, phone, account_reference, hold_reason, channel, state, result_code, asker, prompt_network, created_at, video_id,
          challenge_id, dancer_account_id, musician_account_id, vote_count, session_id, device_fingerprint, network, prompt_at, given_at)
      ), made AS (
        INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, hold_reason, channel, state, result_code, asker,
          network, created_at, submitted_at)
        SELECT id, 'gift', amount, phone, account_reference, hold_reason, channel, state, result_code, asker, prompt_network,
          created_at, prompt_at
        FROM asked
        ON CONFLICT (phone) WHERE channel = 'prompt' AND state IN ${statesText(promptOpenStates)} DO NOTHING
        RETURNING id
      ), given AS (
        INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
          device_fingerprint, network, created_at)
        SELECT id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id, device_fingerprint,
          network, given_at
        FROM asked JOIN made USING (id)
      )
      SELECT id FROM made`,
    values: [
      of(({ id }) => id),
      of(({ voteCount }) => giftPrice(voteCount)),
      of(({ phone }) => phone),
      of(newGiftReference),
      of(({ verdict }) => (verdict.kind === 'held' ? verdict.reason : null)),
      of(({ payment }) => payment.channel),
      prompts.map((prompt) => prompt?.state ?? 'created'),
      prompts.map((prompt) => prompt?.resultCode ?? null),
      prompts.map((prompt) => prompt?.asker ?? ''),
      of(({ payment, network }) => (payment.channel === 'prompt' ? network : '')),
      prompts.map((prompt) => prompt?.createdAt ?? now()),
      of(({ video }) => video.id),
      of(({ video }) => video.challengeId),
      of(({ video }) => video.dancerAccountId),
      of(({ video }) => video.musicianAccountId),
      of(({ voteCount }) => voteCount),
      of(({ sessionId }) => sessionId),
      of(({ deviceFingerprint }) => deviceFingerprint),
      of(({ network }) => network),
      prompts.map((prompt) => prompt?.promptAt ?? null),
      gifts.map(({ givenAt }) => givenAt),
    ],
  }
}

/** Writes a gift that is paid by Paybill, its payment, and what officers see of it where it is held. */
export async function insertGift(on: Queryable, gift: NewGift): Promise<void> {
  await on.query(giftsInsertion([gift]))
  if (gift.verdict.kind !== 'held' || gift.verdict.reason !== 'fraud_hold' || !gift.hold) return
  const { id, video, voteCount: votes, hold } = gift
  await recordHeldGift(on, { intentId: id, videoId: video.id, votes, hold })
}

/** What was ordered under these ids before its answer was lost, by id. */
export async function ordersUnder(on: Queryable, ids: readonly string[]): Promise<Map<string, OrderedGift>> {
  if (ids.length === 0) return new Map()
  const found = await kysely(on)
    .selectFrom('paymentIntent')
    .select(['id', 'amount', 'state', 'resultCode'])
    .where('id', 'in', inIds(ids))
    .execute()
  return new Map(
    found.map(({ id, amount, state, resultCode: code }) => [
      id,
      { id, amount, withoutPrompt: state === 'rejected' ? (code ?? 'rejected') : null },
    ]),
  )
}
