import { type Kysely, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { admitPrompt, siteMark } from '#lib/domain/payments/admit-prompt.ts'
import { isPromptOpen, onFreePhone, orderPrompt } from '#lib/domain/payments/order-prompt.ts'
import { isVideoRemoval } from '#lib/domain/payments/policy.ts'
import { promptOpenStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { lockForGifts } from './facts.ts'
import type { GiftOrder, OrderedGift } from './gift-order.ts'
import { judgeAgain } from './hold.ts'
import { makeGift } from './make-gifts.ts'
import { RETRY_WITHIN_SECONDS, refusalError, votingAt, votingClosed } from './policy.ts'

/**
 * Makes a gift and asks the worker to send its prompt: the rows are committed before anything is sent. Where the phone is to
 * be left alone for a while (docs/decisions/0006), the gift is made without a prompt and can be paid by Paybill. Orders that
 * come within some milliseconds share a transaction (docs/decisions/0002).
 * @throws NotFoundError where the video is not approved (or takes no gifts)
 * @throws RuleError voting_closed, own_video, max_votes_reached, prompt_open (with `gift_id` for the session that ordered that
 *   gift), prompts_paused, too_many_phones
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
 * The gift whose prompt is open on the phone, where this very session has ordered it: whoever has its id can read everything
 * about it, so nobody else is told.
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
 * Sends the prompt of a gift again whose prompt never left (`rejected`): nothing can be on the phone, so this is no
 * second prompt. Whoever knows the gift may ask for it, so nothing is told of another gift of the phone.
 * @param address where it is asked from, as `endpoint` hands it to handlers
 * @throws NotFoundError
 * @throws RuleError prompt_not_retryable, prompt_open, voting_closed, max_votes_reached, prompts_paused, too_many_phones
 */
export async function retryGiftPrompt(giftId: string, address = ''): Promise<void> {
  const from = { network: networkMark(address), site: siteMark(address) }
  const { phone, videoId } = await findRetried(kysely(db()), giftId)
  const retry = async (tx: Tx) => {
    // As for an order: the votes of the previous gift are visible, and a withdrawal of the video waits.
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
