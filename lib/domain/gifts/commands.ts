import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { idUnderKey, newId } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { takesVotes } from '#lib/domain/challenges/queries.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { knownPhones } from '#lib/domain/fraud/own-phone.ts'
import { readToldPhone } from '#lib/domain/fraud/told-phone.ts'
import { admitPrompt, type WithoutPrompt } from '#lib/domain/payments/admit-prompt.ts'
import { submitPromptJob } from '#lib/domain/payments/jobs.ts'
import { isPromptOpen, onFreePhone } from '#lib/domain/payments/open-prompt.ts'
import { isWithdrawal } from '#lib/domain/payments/policy.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import type { Settings } from '#lib/domain/settings/schema.ts'
import { giftFacts, giftVideo, lockForGifts } from './facts.ts'
import { insertGift, newGiftReference } from './paybill.ts'
import { giftPrice, judgeGift, refusalError, votingClosed } from './policy.ts'

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
  /** A vote of the test call, all of which come from one session: how many phones that asks does not matter. */
  readonly isTest?: true
}

/** A gift that was made, and why it has no prompt, where it has none. */
export type OrderedGift = { id: string; amount: bigint; withoutPrompt: WithoutPrompt | null }

/**
 * Makes a gift and asks the worker to send its prompt: the rows are committed before anything is sent. Where the phone is to
 * be left alone for a while (docs/decisions/0056), the gift is made without a prompt and can be paid by Paybill.
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
  const id = idOf(order)
  const ordered = order.idempotencyKey && (await findOrdered(client, id))
  if (ordered) return { ...ordered, withoutPrompt: null }
  // Whoever withdraws the video meanwhile waits for this, or is seen by it.
  await lockForGifts(client, [order.videoId], [order.phone])
  const video = await giftVideo(client, order.videoId)
  if (!video) throw new NotFoundError()
  const moment = now()
  const known = (await knownPhones(client, [video.dancerId])).get(video.dancerId) ?? []
  const asked = { votes: order.voteCount, payer: readToldPhone(order.phone), at: moment, isPaid: false }
  const { facts, payer } = await giftFacts(client, video, asked, known, settings)
  const verdict = judgeGift(facts)
  if (verdict.kind === 'refused') throw refusalError(verdict.reason)
  const reason = verdict.kind === 'held' ? verdict.reason : null
  const network = networkMark(order.address ?? '')
  const asker = order.isTest ? '' : `session:${order.sessionId}`
  const withoutPrompt = await admitPrompt(client, { phone: order.phone, asker, network, moment })
  const intent = { id, amount: giftPrice(order.voteCount), withoutPrompt }
  await client.query({
    name: 'gift-intent-insert',
    text: `INSERT INTO payment_intent (id, purpose, state, result_code, amount, phone, account_reference, hold_reason, asker, network, created_at)
      VALUES ($1, 'gift', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      intent.id,
      withoutPrompt ? 'rejected' : 'created',
      withoutPrompt,
      intent.amount,
      order.phone,
      newGiftReference(),
      reason,
      asker,
      network,
      moment.toISOString(),
    ],
  })
  await insertGift(client, {
    intentId: intent.id,
    video,
    votes: order.voteCount,
    phone: order.phone,
    sessionId: order.sessionId,
    deviceFingerprint: order.deviceFingerprint,
    network,
    hold: reason === 'fraud_hold' ? payer.hold : null,
  })
  if (!withoutPrompt)
    await enqueue(tx, submitPromptJob, { intentId: intent.id, orderedAt: moment.toISOString() })
  return intent
}

function idOf({ idempotencyKey, sessionId, videoId, phone, voteCount }: GiftOrder): string {
  if (!idempotencyKey) return newId()
  return idUnderKey(env.AUTH_SECRET, ['gift', idempotencyKey, sessionId, videoId, phone, voteCount].join(' '))
}

/** What was ordered under this id before its answer was lost. */
function findOrdered(on: Queryable, id: string): Promise<{ id: string; amount: bigint } | undefined> {
  return firstRow(on, {
    name: 'gift-under-key',
    text: 'SELECT id, amount FROM payment_intent WHERE id = $1',
    values: [id],
  })
}

/**
 * The gift whose prompt is open on the phone, where this very session has ordered it: by its id everything about it can be
 * read, so nobody else is told.
 */
async function openGiftOf({ phone, sessionId }: GiftOrder): Promise<string | null> {
  const open = await firstRow<{ id: string }>(
    db(),
    `SELECT i.id FROM payment_intent i JOIN gift g ON g.intent_id = i.id
      WHERE i.phone = $1 AND i.channel = 'prompt' AND i.state IN ('created', 'submitting', 'awaiting', 'submit_unknown')
        AND g.session_id = $2`,
    [phone, sessionId],
  )
  return open?.id ?? null
}

function promptOpen(giftId: string | null): RuleError {
  const message = 'A payment is already waiting on this phone. Finish or cancel it first.'
  return new RuleError('prompt_open', message, 409, giftId === null ? {} : { gift_id: giftId })
}

/** How long after a refusal the same gift may be tried again, in seconds. */
export const RETRY_WITHIN_SECONDS = 24 * 3_600

type RetriedGift = {
  state: string
  is_voting: boolean
  hold_reason: string | null
  phone: string
  asker: string
  created_at: Date
}

/**
 * Sends the prompt of a gift again whose prompt never left (`rejected`): nothing can be on the phone, so this is no
 * second prompt. Whoever knows the gift may ask for it, so nothing is told of another gift of the phone.
 * @param address where it is asked from, as `endpoint` hands it to handlers
 * @throws NotFoundError
 * @throws RuleError prompt_not_retryable, prompt_open, voting_closed, prompts_paused, too_many_phones
 */
export async function retryGiftPrompt(giftId: string, address = ''): Promise<void> {
  const network = networkMark(address)
  const { phone } = await findRetried(db(), giftId)
  try {
    await onFreePhone(phone, () => transaction((tx) => retryInOrder(tx, giftId, network)))
  } catch (error) {
    throw isPromptOpen(error) ? promptOpen(null) : error
  }
}

async function retryInOrder(tx: Tx, giftId: string, network: string): Promise<void> {
  const gift = await findRetried(tx.client, giftId, 'FOR NO KEY UPDATE OF i')
  if (isWithdrawal(gift.hold_reason)) throw new NotFoundError()
  if (!gift.is_voting) throw votingClosed()
  const moment = now()
  if (gift.state !== 'rejected' || gift.created_at < addSeconds(moment, -RETRY_WITHIN_SECONDS)) {
    throw new RuleError('prompt_not_retryable', 'This payment is already under way.', 409, {
      gift_id: giftId,
    })
  }
  const { phone, asker } = gift
  const withoutPrompt = await admitPrompt(tx.client, { phone, asker, network, moment })
  // The sweep measures by submitted_at how long a prompt has waited.
  await tx.client.query(
    `UPDATE payment_intent SET state = $2, result_code = $3::text, submitted_at = CASE WHEN $3::text IS NULL THEN $4::timestamptz ELSE submitted_at END
      WHERE id = $1`,
    [giftId, withoutPrompt ? 'rejected' : 'created', withoutPrompt, moment.toISOString()],
  )
  if (withoutPrompt) return
  await enqueue(tx, submitPromptJob, { intentId: giftId, orderedAt: moment.toISOString() })
}

/** @throws NotFoundError */
async function findRetried(on: Queryable, giftId: string, lock = ''): Promise<RetriedGift> {
  const gift = await firstRow<RetriedGift>(
    on,
    `SELECT i.state, i.hold_reason, i.phone, i.asker, i.created_at, ${takesVotes('c', '$2')} AS is_voting
      FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN challenge c ON c.id = g.challenge_id
      WHERE i.id = $1 ${lock}`,
    [giftId, now().toISOString()],
  )
  if (!gift) throw new NotFoundError()
  return gift
}
