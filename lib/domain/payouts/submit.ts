import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { type PayoutRequest, payoutFields, sendPayout } from '#lib/domain/mpesa/payout-calls.ts'
import { payoutsArePaused } from './alerts.ts'
import { failPayout } from './fail.ts'
import { nextCheckAfter } from './policy.ts'
import { changePayout, lockPayout } from './rows.ts'
import { readSubmitAnswer, type SubmitOutcome, turnsWithoutToken } from './submit-answer.ts'

/**
 * Sends what is approved, one after the other: each call's row is committed before it is sent, its answer is stored
 * after. A worker that dies in between leaves `submitting` behind, which is never sent again. Ends early while the queue
 * is paused or M-Pesa is not to be reached.
 * @returns how many were sent
 */
export async function submitApprovedPayouts(): Promise<number> {
  for (let sent = 0; ; sent++) {
    const claimed = await transaction(claimNext)
    if (!claimed) return sent
    const { payoutId, request, withoutToken } = claimed
    const answer = await sendPayout(request)
    const outcome = readSubmitAnswer(answer, withoutToken)
    await transaction((tx) => recordAnswer(tx, payoutId, request.attemptId, answer, outcome))
    if (outcome.state !== 'accepted') log.warn({ payoutId, outcome }, 'payout not acknowledged')
    if (outcome.state === 'approved') return sent
  }
}

type Claimed = { payoutId: string; request: PayoutRequest; withoutToken: number }

async function claimNext({ client }: Tx): Promise<Claimed | null> {
  if (await payoutsArePaused(client)) return null
  const next = await firstRow<{
    id: string
    reference: string
    refusals: number
    amount: bigint
    phone: string
    withoutToken: number
  }>(
    client,
    `SELECT id, reference, refusals, amount, phone, ${turnsWithoutToken('payout_id', 'payout')} AS "withoutToken"
      FROM payout WHERE state = 'approved' AND is_held
      ORDER BY approve_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  )
  if (!next) return null
  const { id: payoutId, reference, refusals, amount, phone, withoutToken } = next
  const moment = now()
  const request = { attemptId: newId(), originatorId: `${reference}-${refusals}`, amount, phone }
  await client.query(
    `INSERT INTO daraja_request (id, payout_id, operation, request, created_at) VALUES ($1, $2, 'b2c', $3, $4)`,
    [request.attemptId, payoutId, JSON.stringify(withoutAddresses(payoutFields(request))), moment],
  )
  await client.query(
    `UPDATE payout SET state = 'submitting', attempt_id = $2, conversation_id = NULL, submitted_at = $3,
      next_check_at = $4 WHERE id = $1`,
    [payoutId, request.attemptId, moment, nextCheckAfter(moment, moment)],
  )
  return { payoutId, request, withoutToken }
}

/** The addresses are secret: whoever reads the row could write a Result. */
function withoutAddresses({ ResultURL: _, QueueTimeOutURL: __, ...fields }: ReturnType<typeof payoutFields>) {
  return fields
}

async function recordAnswer(
  tx: Tx,
  payoutId: string,
  attemptId: string,
  answer: DarajaAnswer,
  outcome: SubmitOutcome,
): Promise<void> {
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  await tx.client.query(
    'UPDATE daraja_request SET http_status = $2, response = $3, outcome = $4, responded_at = $5 WHERE id = $1',
    [
      attemptId,
      answer.kind === 'answered' ? answer.status : null,
      JSON.stringify(response),
      outcome.state,
      now(),
    ],
  )
  const payout = await lockPayout(tx.client, payoutId)
  if (payout?.attemptId !== attemptId) return
  if (outcome.state === 'accepted')
    await tx.client.query('UPDATE payout SET conversation_id = coalesce(conversation_id, $2) WHERE id = $1', [
      payoutId,
      outcome.conversationId,
    ])
  // The Result may have come before its acknowledgement: it knows better.
  if (payout.state !== 'submitting') return
  if (outcome.state === 'failed') return failPayout(tx, payout, outcome.code, outcome.pause)
  const isUnsent = outcome.state === 'approved'
  await changePayout(tx, payout, {
    state: outcome.state,
    ...(outcome.state === 'accepted' ? {} : { resultCode: outcome.code }),
    ...(isUnsent ? { nextCheckAt: null } : {}),
  })
}

/** A worker that died while sending; after this long nobody is sending any more, in seconds. The token may take as long again. */
const ABANDONED_AFTER_SECONDS = (3 * env.MPESA_TIMEOUT_MS) / 1000 + 30

/** Turns what a dead worker left behind into `unknown`: nobody knows whether it was sent. */
export async function sweepPayouts(): Promise<void> {
  await rows(
    db(),
    `UPDATE payout SET state = 'unknown', result_code = 'abandoned' WHERE state = 'submitting' AND submitted_at < $1`,
    [addSeconds(now(), -ABANDONED_AFTER_SECONDS)],
  )
}
