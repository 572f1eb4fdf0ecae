import { type Kysely, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { idOfAttempt } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { knownPhones } from '#lib/domain/fraud/own-phone.ts'
import { readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import { admitPrompt, type WithoutPrompt } from '#lib/domain/payments/admit-prompt.ts'
import { isPromptOpen, onFreePhone } from '#lib/domain/payments/open-prompt.ts'
import { orderPrompt } from '#lib/domain/payments/order-prompt.ts'
import { isVideoRemoval } from '#lib/domain/payments/policy.ts'
import { promptOpenStates, statesLiteral } from '#lib/domain/payments/states.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import type { Settings } from '#lib/domain/settings/schema.ts'
import { giftFacts, giftVideo, lockForGifts } from './facts.ts'
import { insertGift } from './gift-rows.ts'
import { giftPrice, judgeGift, refusalError, votingAt, votingClosed } from './policy.ts'

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

/** A gift that was made, and why it is made without a prompt, where it is. */
export type OrderedGift = { id: string; amount: bigint; withoutPrompt: WithoutPrompt | null }

/**
 * Makes a gift and asks the worker to send its prompt: the rows are committed before anything is sent. Where the phone is to
 * be left alone for a while (docs/decisions/0034), the gift is made without a prompt and can be paid by Paybill.
 * @throws NotFoundError where the video is not approved (or takes no gifts)
 * @throws RuleError voting_closed, own_video, max_votes_reached, prompt_open (with `gift_id` for the session that ordered that
 *   gift), prompts_paused, too_many_phones
 */
export async function createGift(order: GiftOrder): Promise<OrderedGift> {
  const settings = await readSettings()
  try {
    return await onFreePhone(order.phone, () => transaction((tx) => insertOrder(tx, order, settings)))
  } catch (error) {
    if (!isPromptOpen(error)) throw error
    throw promptOpen(await openGiftOf(order))
  }
}

async function insertOrder(tx: Tx, order: GiftOrder, settings: Settings): Promise<OrderedGift> {
  const { client } = tx
  const id = giftIdOf(order)
  const ordered = order.idempotencyKey && (await findOrdered(tx, id))
  if (ordered) return { ...ordered, withoutPrompt: null }
  // Whoever withdraws the video meanwhile waits for this, or is seen by it.
  await lockForGifts(client, [order.videoId], [order.phone])
  const video = await giftVideo(client, order.videoId)
  if (!video) throw new NotFoundError()
  const moment = now()
  const known = (await knownPhones(client, [video.dancerId])).get(video.dancerId) ?? []
  const asked = {
    voteCount: order.voteCount,
    payer: readReportedPhone(order.phone),
    at: moment,
    isPaid: false,
  }
  const { facts, payer } = await giftFacts(client, video, asked, known, settings)
  const verdict = judgeGift(facts)
  if (verdict.kind === 'refused') throw refusalError(verdict.reason)
  const network = networkMark(order.address ?? '')
  const asker = order.isTest ? '' : `session:${order.sessionId}`
  const withoutPrompt = await admitPrompt(client, { phone: order.phone, asker, network, moment })
  await insertGift(client, {
    id,
    video,
    voteCount: order.voteCount,
    phone: order.phone,
    verdict,
    hold: payer.hold,
    sessionId: order.sessionId,
    deviceFingerprint: order.deviceFingerprint,
    network,
    payment: {
      channel: 'prompt',
      state: withoutPrompt ? 'rejected' : 'created',
      resultCode: withoutPrompt,
      asker,
      createdAt: moment,
    },
  })
  if (!withoutPrompt) {
    const { promptAfterSeconds } = order
    const runAt = promptAfterSeconds ? addSeconds(moment, promptAfterSeconds) : undefined
    await orderPrompt(tx, id, runAt)
  }
  return { id, amount: giftPrice(order.voteCount), withoutPrompt }
}

/** The id of the gift that this order makes; a new one each time where the order has no key. */
export function giftIdOf({ idempotencyKey, sessionId, videoId, phone, voteCount }: GiftOrder): string {
  return idOfAttempt(env.AUTH_SECRET, 'gift', idempotencyKey, [sessionId, videoId, phone, voteCount])
}

/** What was ordered under this id before its answer was lost. */
function findOrdered(tx: Tx, id: string): Promise<{ id: string; amount: bigint } | undefined> {
  return tx.kysely
    .selectFrom('payment_intent')
    .select(['id', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The gift whose prompt is open on the phone, where this very session has ordered it: whoever has its id can read everything
 * about it, so nobody else is told.
 */
async function openGiftOf({ phone, sessionId }: GiftOrder): Promise<string | null> {
  const open = await kysely(db())
    .selectFrom('payment_intent as i')
    .innerJoin('gift as g', 'g.intent_id', 'i.id')
    .select('i.id')
    .where('i.phone', '=', phone)
    .where('i.channel', '=', sql.lit('prompt'))
    .where('i.state', 'in', statesLiteral(promptOpenStates))
    .where('g.session_id', '=', sessionId)
    .executeTakeFirst()
  return open?.id ?? null
}

function promptOpen(giftId: string | null): RuleError {
  const message = 'A payment is already waiting on this phone. Finish or cancel it first.'
  return new RuleError('prompt_open', message, 409, giftId === null ? {} : { gift_id: giftId })
}

/** How long after a refusal the same gift may be tried again, in seconds. */
export const RETRY_WITHIN_SECONDS = 24 * 3_600

/**
 * Sends the prompt of a gift again whose prompt never left (`rejected`): nothing can be on the phone, so this is no
 * second prompt. Whoever knows the gift may ask for it, so nothing is told of another gift of the phone.
 * @param address where it is asked from, as `endpoint` hands it to handlers
 * @throws NotFoundError
 * @throws RuleError prompt_not_retryable, prompt_open, voting_closed, prompts_paused, too_many_phones
 */
export async function retryGiftPrompt(giftId: string, address = ''): Promise<void> {
  const network = networkMark(address)
  const { phone } = await findRetried(kysely(db()), giftId)
  try {
    await onFreePhone(phone, () => transaction((tx) => retryInOrder(tx, giftId, network)))
  } catch (error) {
    throw isPromptOpen(error) ? promptOpen(null) : error
  }
}

async function retryInOrder(tx: Tx, giftId: string, network: string): Promise<void> {
  const gift = await findRetried(tx.kysely, giftId, { isLocked: true })
  const moment = now()
  if (isVideoRemoval(gift.hold_reason)) throw new NotFoundError()
  if (votingAt(gift, moment, false) !== 'open') throw votingClosed()
  if (gift.state !== 'rejected' || gift.created_at < addSeconds(moment, -RETRY_WITHIN_SECONDS)) {
    throw new RuleError('prompt_not_retryable', 'This payment is already under way.', 409, {
      gift_id: giftId,
    })
  }
  const { phone, asker } = gift
  const withoutPrompt = await admitPrompt(tx.client, { phone, asker, network, moment })
  await tx.kysely
    .updateTable('payment_intent')
    .set(
      withoutPrompt
        ? { state: 'rejected', result_code: withoutPrompt }
        : // The sweep measures from submitted_at how long a prompt has waited.
          { state: 'created', result_code: null, submitted_at: moment },
    )
    .where('id', '=', giftId)
    .execute()
  if (withoutPrompt) return
  await orderPrompt(tx, giftId)
}

/** @throws NotFoundError */
async function findRetried(on: Kysely<DB>, giftId: string, { isLocked = false } = {}) {
  const gift = await on
    .selectFrom('payment_intent as i')
    .innerJoin('gift as g', 'g.intent_id', 'i.id')
    .innerJoin('challenge as c', 'c.id', 'g.challenge_id')
    .select(['i.state', 'i.hold_reason', 'i.phone', 'i.asker', 'i.created_at'])
    .select(['c.phase', 'c.voting_starts_at as votingStartsAt', 'c.ends_at as endsAt'])
    .where('i.id', '=', giftId)
    .$if(isLocked, (query) => query.forNoKeyUpdate('i'))
    .executeTakeFirst()
  if (!gift) throw new NotFoundError()
  return gift
}
