import { env } from '#lib/core/env.ts'
import { idOfAttempt } from '#lib/core/ids.ts'
import type { Cents } from '#lib/core/money.ts'

/** What a visitor asks for. The contract has checked the shapes. */
export type GiftOrder = {
  readonly videoId: string
  readonly voteCount: number
  /** 2547XXXXXXXX */
  readonly phone: string
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** The network address it came from, as `endpoint` hands it to handlers. */
  readonly address?: string
  /** The same key for the same gift is one gift, whatever became of its first answer. */
  readonly idempotencyKey?: string | null
  /** Seconds to wait before the prompt is sent: it does not reach a phone whose USSD session is still open. */
  readonly promptAfterSeconds?: number
  /** A vote of the test call. Those share one session, so the phones that a session may ask are not counted. */
  readonly isTest?: true
}

/** A gift that was made, and why no prompt of it is sent, where none is: a `WithoutPrompt`, or by now M-Pesa has refused it. */
export type OrderedGift = { id: string; amount: Cents; withoutPrompt: string | null }

/** The id of the gift that this order makes; a new one each time where the order has no key. */
export function giftIdOf({ idempotencyKey, sessionId, videoId, phone, voteCount }: GiftOrder): string {
  return idOfAttempt(env.AUTH_SECRET, 'gift', idempotencyKey, [sessionId, videoId, phone, voteCount])
}
