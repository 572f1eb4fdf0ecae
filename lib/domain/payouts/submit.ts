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
import { nextCheckAfter, REFUSED_IN_A_ROW } from './policy.ts'
import { noteLookedAt, putBack } from './put-back.ts'
import { changePayout, lockPayout } from './rows.ts'
import { readSubmitAnswer, type SubmitOutcome, turnsWithoutToken } from './submit-answer.ts'

/**
 * Sends what is approved, one after the other: each call's row is committed before it is sent, its answer is stored
 * after. A worker that dies in between leaves `submitting` behind, which is never sent again. What M-Pesa does not take on
 * waits by itself while the others pass (docs/decisions/0044). Ends early while the queue is paused, M-Pesa is not to be
 * reached, or it has taken on none of some in a row.
 * @returns how many were sent
 */
export async function submitApprovedPayouts(): Promise<number> {
  for (let sent = 0, refused = 0; ; sent++) {
    const claimed = await transaction(claimNext)
    if (!claimed) return sent
    const { payoutId, request, withoutToken } = claimed
    const answer = await sendPayout(request)
    const outcome = readSubmitAnswer(answer, withoutToken)
    await transaction((tx) => recordAnswer(tx, claimed, answer, outcome))
    if (outcome.state !== 'accepted') log.warn({ payoutId, outcome }, 'payout not acknowledged')
    refused = outcome.state === 'approved' ? refused + 1 : 0
    if (refused === REFUSED_IN_A_ROW || (outcome.state === 'approved' && outcome.isForAll)) return sent
  }
}

type Claimed = { payoutId: string; request: PayoutRequest; withoutToken: number; tries: number }

async function claimNext({ client }: Tx): Promise<Claimed | null> {
  if (await payoutsArePaused(client)) return null
  const moment = now()
  const next = await firstRow<{
    id: string
    reference: string
    refusals: number
    amount: bigint
    phone: string
    withoutToken: number
    tries: number
  }>(
    client,
    // What was never refused goes first: however many are, they hold up nobody.
    `SELECT id, reference, refusals, amount, phone, tries, ${turnsWithoutToken('payout_id', 'payout')} AS "withoutToken"
      FROM payout WHERE state = 'approved' AND is_held AND (next_check_at IS NULL OR next_check_at <= $1)
      ORDER BY tries, approve_after, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [moment],
  )
  if (!next) return null
  const { id: payoutId, reference, refusals, amount, phone, withoutToken, tries } = next
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
  return { payoutId, request, withoutToken, tries }
}

/** The addresses are secret: whoever reads the row could write a Result. */
function withoutAddresses({ ResultURL: _, QueueTimeOutURL: __, ...fields }: ReturnType<typeof payoutFields>) {
  return fields
}

async function recordAnswer(
  tx: Tx,
  { payoutId, request: { attemptId }, tries }: Claimed,
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
  if (outcome.state !== 'approved') await noteLookedAt(tx, payoutId, outcome.state !== 'unknown')
  // The Result may have come before its acknowledgement: it knows better.
  if (payout.state !== 'submitting') return
  switch (outcome.state) {
    case 'accepted':
      return changePayout(tx, payout, { state: 'accepted' })
    case 'unknown':
      return changePayout(tx, payout, { state: 'unknown', resultCode: outcome.code })
    case 'approved':
      return putBack(tx, payout, outcome, tries + 1)
    case 'failed':
      return failPayout(tx, payout, outcome.code, outcome.pause)
  }
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
