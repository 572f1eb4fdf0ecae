import { randomInt } from 'node:crypto'
import type { BulkVoteAnswer, GiftView } from '#lib/contract/gifts.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { toShillings } from '#lib/core/money.ts'
import { followPrompt } from '#lib/domain/payments/follow-prompt.ts'
import { createGift, type GiftOrder, retryGiftPrompt } from './commands.ts'
import { getGift } from './queries.ts'

/**
 * Orders a gift and says what the visitor does next: look at the phone, or pay by Paybill because no prompt can be
 * sent (api.md, Gifts).
 * @throws whatever `createGift` throws
 */
export async function orderGift(order: GiftOrder): Promise<BulkVoteAnswer> {
  const { id, amount } = await createGift(order)
  const isRejected = (await followPrompt(id)) === 'rejected'
  return {
    success: true,
    gift_id: id,
    status: 'pending',
    payment_required: isRejected,
    payment_url: isRejected ? `/pay/${id}` : null,
    amount: toShillings(amount),
    message: isRejected
      ? 'M-PESA can not send a prompt right now. You can pay by Paybill instead.'
      : 'Check your phone and enter your M-PESA PIN to approve the payment.',
  }
}

/** Sends a refused prompt again and answers how the gift stands then. @throws whatever `retryGiftPrompt` throws */
export async function retryPrompt(giftId: string): Promise<GiftView> {
  await retryGiftPrompt(giftId)
  await followPrompt(giftId)
  return getGift(giftId)
}

/**
 * Votes paid at once by a phone of the simulator, for demonstrations and trials.
 * @throws NotFoundError where the real M-Pesa is on
 */
export async function orderTestGift(videoId: string, voteCount: number): Promise<BulkVoteAnswer> {
  if (!env.MPESA_SIMULATOR) throw new NotFoundError()
  // Not one of the suffixes (…00NN) to which the simulator gives other outcomes.
  const phone = `2547${String(randomInt(100, 10_000)).padStart(4, '0')}${randomInt(1_000, 10_000)}`
  return orderGift({
    videoId,
    voteCount,
    phone,
    sessionId: 'test-vote',
    deviceFingerprint: 'test-vote-device',
  })
}
