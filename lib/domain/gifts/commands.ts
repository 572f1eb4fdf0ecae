import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { GivenBulkVoteAnswer, GivenGiftView } from '#lib/contract/gifts/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { admitPrompt, siteMark } from '#lib/domain/payments/admit-prompt.ts'
import {
  followPrompt,
  isPromptOpen,
  onFreePhone,
  orderedSentence,
  orderPrompt,
} from '#lib/domain/payments/order-prompt.ts'
import { isVideoRemoval } from '#lib/domain/payments/policy.ts'
import { promptOpenStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { lockForGifts } from './facts.ts'
import { judgeAgain } from './hold.ts'
import { type GiftOrder, makeGift, type OrderedGift } from './make-gifts.ts'
import { RETRY_WITHIN_SECONDS, refusalError, votingAt, votingClosed } from './policy.ts'
import { getGift } from './queries.ts'

/**
 * Orders a gift and returns the next step: enter the PIN, or pay by Paybill if no prompt is sent. Also names
 * the Paybill page if M-Pesa has not acknowledged the prompt or the queue is long. @throws as `createGift`
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

/** @throws as `retryGiftPrompt` */
export async function retryPrompt(giftId: string, address: string): Promise<GivenGiftView> {
  await retryGiftPrompt(giftId, address)
  await followPrompt(giftId)
  return getGift(giftId)
}

/**
 * For demonstrations: orders a gift that a phone of the simulator pays at once. @throws NotFoundError without
 * the simulator
 */
export async function orderTestGift(videoId: string, voteCount: number): Promise<GivenBulkVoteAnswer> {
  if (!env.MPESA_SIMULATOR) throw new NotFoundError()
  // Avoids suffixes …00NN, for which the simulator has other outcomes.
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

/**
 * Creates a gift, whose prompt a worker sends after the commit. A gift without a prompt (docs/decisions/0006)
 * can be paid by Paybill. Concurrent orders share a transaction (docs/decisions/0002).
 * @throws NotFoundError if the video is not approved or takes no gifts
 * @throws RuleError voting_closed, own_video, max_votes_reached, prompt_open (with `gift_id` if this
 *   session ordered that gift), prompts_paused, too_many_phones
 */
export async function createGift(order: GiftOrder): Promise<OrderedGift> {
  try {
    return await onFreePhone(order.phone, () => makeGift(order))
  } catch (error) {
    if (!isPromptOpen(error)) throw error
    throw promptOpen(await openGiftOf(order))
  }
}

/**
 * Returns null unless this session ordered the gift with the open prompt: the gift's id gives access to
 * everything about the gift.
 */
async function openGiftOf({ phone, sessionId }: GiftOrder): Promise<string | null> {
  const open = await kysely(db())
    .selectFrom('paymentIntent as i')
    .innerJoin('gift as g', 'g.intentId', 'i.id')
    .select('i.id')
    .where('i.phone', '=', phone)
    .where('i.channel', '=', sql.lit('prompt'))
    .where('i.state', 'in', statesLiteral(promptOpenStates))
    .where('g.sessionId', '=', sessionId)
    .executeTakeFirst()
  return open?.id ?? null
}

function promptOpen(giftId: string | null): RuleError {
  return new RuleError('prompt_open.this_phone', 409, giftId === null ? {} : { gift_id: giftId })
}

/**
 * Retries only a prompt that was never sent (`rejected`), so the phone gets no second prompt. Anyone with the
 * id can call this, so errors reveal nothing about other gifts of the phone.
 * @param address the client's
 * @throws NotFoundError
 * @throws RuleError prompt_not_retryable, prompt_open, voting_closed, max_votes_reached, prompts_paused,
 *   too_many_phones
 */
export async function retryGiftPrompt(giftId: string, address = ''): Promise<void> {
  const from = { network: networkMark(address), site: siteMark(address) }
  const { phone, videoId } = await findRetried(kysely(db()), giftId)
  const retry = async (tx: Tx) => {
    // Locks as an order does: sees the votes of the phone's previous gift, and a withdrawal of the video
    // waits.
    await lockForGifts(tx.client, [videoId], [phone])
    await retryInOrder(tx, giftId, from)
  }
  try {
    await onFreePhone(phone, () => transaction(retry))
  } catch (error) {
    throw isPromptOpen(error) ? promptOpen(null) : error
  }
}

async function retryInOrder(tx: Tx, giftId: string, from: { network: string; site: string }): Promise<void> {
  const gift = await findRetried(tx.kysely, giftId, { isLocked: true })
  const moment = now()
  if (isVideoRemoval(gift.holdReason)) throw new NotFoundError()
  if (votingAt(gift, moment, false) !== 'open') throw votingClosed()
  if (gift.state !== 'rejected' || gift.createdAt < addSeconds(moment, -RETRY_WITHIN_SECONDS)) {
    throw new RuleError('prompt_not_retryable', 409, {
      gift_id: giftId,
    })
  }
  const verdict = await judgeAgain(tx.client, giftId, moment)
  if (!verdict) throw new NotFoundError()
  if (verdict.kind === 'refused') throw refusalError(verdict.reason)
  const hold = verdict.kind === 'held' ? verdict.reason : null
  const { phone, asker } = gift
  const withoutPrompt = await admitPrompt(tx.client, { phone, asker, ...from, moment })
  await tx.kysely
    .updateTable('paymentIntent')
    .set(
      withoutPrompt
        ? { state: 'rejected', resultCode: withoutPrompt }
        : // The sweep measures from submitted_at how long a prompt has waited.
          { state: 'created', resultCode: null, submittedAt: moment },
    )
    .$if(hold !== null, (query) =>
      query.set((eb) => ({ holdReason: eb.fn.coalesce('holdReason', eb.val(hold)) })),
    )
    .where('id', '=', giftId)
    .execute()
  if (withoutPrompt) return
  await orderPrompt(tx, giftId)
}

/** @throws NotFoundError */
async function findRetried(on: Kysely<DB>, giftId: string, { isLocked = false } = {}) {
  const gift = await on
    .selectFrom('paymentIntent as i')
    .innerJoin('gift as g', 'g.intentId', 'i.id')
    .innerJoin('challenge as c', 'c.id', 'g.challengeId')
    .select(['i.state', 'i.holdReason', 'i.phone', 'i.asker', 'i.createdAt', 'g.videoId'])
    .select(['c.phase', 'c.votingStartsAt', 'c.endsAt'])
    .where('i.id', '=', giftId)
    .$if(isLocked, (query) => query.forNoKeyUpdate('i'))
    .executeTakeFirst()
  if (!gift) throw new NotFoundError()
  return gift
}
