import { randomInt } from 'node:crypto'
import type { GivenBulkVoteAnswer, GivenGiftView } from '#lib/contract/gifts/calls.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { toShillings } from '#lib/core/money.ts'
import { orderedSentence } from '#lib/domain/payments/prompt-standing.ts'
import { followPrompt } from '#lib/domain/payments/wait.ts'
import { createGift, retryGiftPrompt } from './commands.ts'
import type { GiftOrder } from './gift-order.ts'
import { getGift } from './queries.ts'

/**
 * Orders a gift and says what the visitor does next: look at the phone, or pay by Paybill because no prompt is sent. Where
 * M-Pesa has not said whether a prompt is on its way, and where many are before this one, the page for paying by Paybill is named beside it.
 * @throws whatever `createGift` throws
 */
export async function orderGift(order: GiftOrder): Promise<GivenBulkVoteAnswer> {
  const { id, amount } = await createGift(order)
  const followed = await followPrompt(id)
  const { state, waitSeconds } = followed
  const isRejected = state === 'rejected'
  const isUnsure = state === 'submit_unknown' || state === 'submitting'
  return {
    success: true,
    gift_id: id,
    status: 'pending',
    payment_required: isRejected,
    payment_url: isRejected || isUnsure || waitSeconds !== null ? `/pay/${id}` : null,
    amount: toShillings(amount),
    message: orderedSentence(followed),
  }
}

/** Sends a refused prompt again and answers how the gift stands then. @throws whatever `retryGiftPrompt` throws */
export async function retryPrompt(giftId: string, address: string): Promise<GivenGiftView> {
  await retryGiftPrompt(giftId, address)
  await followPrompt(giftId)
  return getGift(giftId)
}

/**
 * Votes paid at once by a phone of the simulator, for demonstrations and trials.
 * @throws NotFoundError where the real M-Pesa is on
 */
export async function orderTestGift(videoId: string, voteCount: number): Promise<GivenBulkVoteAnswer> {
  if (!env.MPESA_SIMULATOR) throw new NotFoundError()
  // Not one of the suffixes (…00NN) to which the simulator gives other outcomes.
  const phone = `2547${String(randomInt(100, 10_000)).padStart(4, '0')}${randomInt(1_000, 10_000)}`
  return orderGift({
    videoId,
    voteCount,
    phone,
    sessionId: 'test-vote',
    deviceFingerprint: 'test-vote-device',
    isTest: true,
  })
}
