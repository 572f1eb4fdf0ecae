import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { idUnderKey, newId } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { takesVotes } from '#lib/domain/challenges/queries.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { knownPhones } from '#lib/domain/fraud/own-phone.ts'
import { readToldPhone } from '#lib/domain/fraud/told-phone.ts'
import { isWithdrawal } from '#lib/domain/payments/hold.ts'
import { submitPromptJob } from '#lib/domain/payments/jobs.ts'
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
}

/**
 * Makes a gift and asks the worker to send its prompt: the rows are committed before anything is sent.
 * @throws NotFoundError where the video is not approved (or takes no gifts)
 * @throws RuleError voting_closed, own_video, max_votes_reached, prompt_open (with `gift_id`)
 */
export async function createGift(order: GiftOrder): Promise<{ id: string; amount: bigint }> {
  const settings = await readSettings()
  try {
    return await transaction((tx) => insertOrder(tx, order, settings))
  } catch (error) {
    if (violatedConstraint(error) !== 'payment_intent_open_prompt_key') throw error
    throw await openPromptError(order.phone)
  }
}

async function insertOrder(
  tx: Tx,
  order: GiftOrder,
  settings: Settings,
): Promise<{ id: string; amount: bigint }> {
  const { client } = tx
  const id = idOf(order)
  const ordered = order.idempotencyKey && (await findOrdered(client, id))
  if (ordered) return ordered
  // Whoever withdraws the video meanwhile waits for this, or is seen by it.
  await lockForGifts(client, [order.videoId], [order.phone])
  const video = await giftVideo(client, order.videoId)
  if (!video) throw new NotFoundError()
  const known = (await knownPhones(client, [video.dancerId])).get(video.dancerId) ?? []
  const asked = { votes: order.voteCount, payer: readToldPhone(order.phone), at: now(), isPaid: false }
  const { facts, payer } = await giftFacts(client, video, asked, known, settings)
  const verdict = judgeGift(facts)
  if (verdict.kind === 'refused') throw refusalError(verdict.reason)
  const reason = verdict.kind === 'held' ? verdict.reason : null
  const intent = { id, amount: giftPrice(order.voteCount) }
  await client.query({
    name: 'gift-intent-insert',
    text: `INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, hold_reason) VALUES ($1, 'gift', $2, $3, $4, $5)`,
    values: [intent.id, intent.amount, order.phone, newGiftReference(), reason],
  })
  await insertGift(client, {
    intentId: intent.id,
    video,
    votes: order.voteCount,
    phone: order.phone,
    sessionId: order.sessionId,
    deviceFingerprint: order.deviceFingerprint,
    network: networkMark(order.address ?? ''),
    hold: reason === 'fraud_hold' ? payer.hold : null,
  })
  await enqueue(tx, submitPromptJob, { intentId: intent.id, orderedAt: now().toISOString() })
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

async function openPromptError(phone: string): Promise<RuleError> {
  const open = await firstRow<{ id: string }>(
    db(),
    `SELECT id FROM payment_intent WHERE phone = $1 AND channel = 'prompt' AND purpose = 'gift'
      AND state IN ('created', 'submitting', 'awaiting', 'submit_unknown') ORDER BY created_at DESC LIMIT 1`,
    [phone],
  )
  const message = 'A payment is already waiting on this phone. Finish or cancel it first.'
  return new RuleError('prompt_open', message, 409, open ? { gift_id: open.id } : {})
}

/** How long after a refusal the same gift may be tried again, in seconds. */
export const RETRY_WITHIN_SECONDS = 24 * 3_600

/**
 * Sends the prompt of a gift again whose prompt never left (`rejected`): nothing can be on the phone, so this is no
 * second prompt.
 * @throws NotFoundError, RuleError prompt_not_retryable, prompt_open, voting_closed
 */
export async function retryGiftPrompt(giftId: string): Promise<void> {
  try {
    await transaction(async (tx) => {
      const gift = await firstRow<{
        state: string
        is_voting: boolean
        hold_reason: string | null
        phone: string
        created_at: Date
      }>(
        tx.client,
        `SELECT i.state, i.hold_reason, i.phone, i.created_at, ${takesVotes('c', '$2')} AS is_voting
          FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN challenge c ON c.id = g.challenge_id
          WHERE i.id = $1 FOR NO KEY UPDATE OF i`,
        [giftId, now().toISOString()],
      )
      if (!gift || isWithdrawal(gift.hold_reason)) throw new NotFoundError()
      if (!gift.is_voting) throw votingClosed()
      if (gift.state !== 'rejected' || gift.created_at < addSeconds(now(), -RETRY_WITHIN_SECONDS)) {
        throw new RuleError('prompt_not_retryable', 'This payment is already under way.', 409, {
          gift_id: giftId,
        })
      }
      const orderedAt = now().toISOString()
      // The sweep measures by submitted_at how long a prompt has waited.
      await tx.client.query(
        `UPDATE payment_intent SET state = 'created', result_code = NULL, submitted_at = $2 WHERE id = $1`,
        [giftId, orderedAt],
      )
      await enqueue(tx, submitPromptJob, { intentId: giftId, orderedAt })
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'payment_intent_open_prompt_key') throw error
    const phone = await firstRow<{ phone: string }>(db(), 'SELECT phone FROM payment_intent WHERE id = $1', [
      giftId,
    ])
    throw await openPromptError(phone?.phone ?? '')
  }
}
