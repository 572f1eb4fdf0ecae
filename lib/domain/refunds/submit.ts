import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import {
  type RefundRequest,
  refundPayoutFields,
  reversalFields,
  sendRefundPayout,
  sendReversal,
} from '#lib/domain/mpesa/refund-calls.ts'
import { nextCheckAfter, REFUSED_IN_A_ROW } from '#lib/domain/payouts/policy.ts'
import { readSubmitAnswer, type SubmitOutcome, turnsWithoutToken } from '#lib/domain/payouts/submit-answer.ts'
import { failRefund } from './close.ts'
import { noteLookedAt, putBack, STUCK } from './put-back.ts'
import { changeRefund, lockRefund } from './rows.ts'
import type { RefundMethod } from './schema.ts'

type Claimed = {
  refundId: string
  method: RefundMethod
  request: RefundRequest
  withoutToken: number
  tries: number
}

/**
 * Sends what is decided, one after the other: each call's row is committed before it is sent, its answer is stored after.
 * A worker that dies in between leaves `submitting` behind, which is never sent again. What M-Pesa does not take on waits
 * by itself while the others pass (docs/decisions/0044). Ends early while M-Pesa is not to be reached, or has taken on none
 * of some in a row.
 * @returns how many were sent
 */
export async function submitRefunds(): Promise<number> {
  for (let sent = 0, refused = 0; ; sent++) {
    const claimed = await transaction(claimNext)
    if (!claimed) return sent
    const { refundId, method, request, withoutToken } = claimed
    const answer = await (method === 'reversal' ? sendReversal(request) : sendRefundPayout(request))
    const outcome = readSubmitAnswer(answer, withoutToken)
    await transaction((tx) => recordAnswer(tx, claimed, answer, outcome))
    if (outcome.state !== 'accepted') log.warn({ refundId, outcome }, 'refund not acknowledged')
    refused = outcome.state === 'approved' ? refused + 1 : 0
    if (refused === REFUSED_IN_A_ROW || (outcome.state === 'approved' && outcome.isForAll)) return sent
  }
}

async function claimNext({ client }: Tx): Promise<Claimed | null> {
  const moment = now()
  const next = await firstRow<{
    id: string
    reference: string
    receipt: string
    amount: bigint
    method: RefundMethod
    phone: string
    withoutToken: number
    tries: number
  }>(
    client,
    `SELECT id, reference, receipt, amount, method::text, phone, tries, ${turnsWithoutToken('refund_id', 'refund')} AS "withoutToken"
      FROM refund WHERE state = 'requested' AND (next_check_at IS NULL OR next_check_at <= $1)
      ORDER BY tries, created_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [moment],
  )
  if (!next) return null
  const { id: refundId, reference, receipt, amount, method, phone, withoutToken, tries } = next
  const request = { attemptId: newId(), receipt, originatorId: reference, amount, phone }
  const fields = method === 'reversal' ? reversalFields(request) : refundPayoutFields(request)
  await client.query(
    `INSERT INTO daraja_request (id, refund_id, operation, request, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [request.attemptId, refundId, method, JSON.stringify(fields), moment],
  )
  await client.query(
    `UPDATE refund SET state = 'submitting', attempt_id = $2, conversation_id = NULL, submitted_at = $3,
      next_check_at = $4 WHERE id = $1`,
    [refundId, request.attemptId, moment, nextCheckAfter(moment, moment)],
  )
  return { refundId, method, request, withoutToken, tries }
}

async function recordAnswer(
  tx: Tx,
  { refundId, request: { attemptId }, tries }: Claimed,
  answer: DarajaAnswer,
  outcome: SubmitOutcome,
): Promise<void> {
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  const status = answer.kind === 'answered' ? answer.status : null
  await tx.client.query(
    'UPDATE daraja_request SET http_status = $2, response = $3, outcome = $4, responded_at = $5 WHERE id = $1',
    [attemptId, status, JSON.stringify(response), outcome.state, now()],
  )
  const refund = await lockRefund(tx.client, refundId)
  if (refund?.attemptId !== attemptId) return
  if (outcome.state === 'accepted')
    await tx.client.query('UPDATE refund SET conversation_id = coalesce(conversation_id, $2) WHERE id = $1', [
      refundId,
      outcome.conversationId,
    ])
  if (outcome.state !== 'approved') await noteLookedAt(tx.client, refundId)
  // The Result may have come before its acknowledgement: it knows better.
  if (refund.state !== 'submitting') return
  switch (outcome.state) {
    case 'accepted':
      return changeRefund(tx.client, refundId, { state: 'accepted' })
    case 'unknown':
      return changeRefund(tx.client, refundId, { state: 'unknown', resultCode: outcome.code })
    case 'approved':
      return putBack(tx, refund, outcome.code, tries + 1)
    case 'failed':
      return failRefund(tx, refund, outcome.code)
  }
}

/** A worker that died while sending; after this long nobody is sending any more, in seconds. The token may take as long again. */
const ABANDONED_AFTER_SECONDS = (3 * env.MPESA_TIMEOUT_MS) / 1000 + 30

/** Turns what a dead worker left behind into `unknown`: nobody knows whether it was sent. */
export async function sweepRefunds(): Promise<void> {
  await rows(
    db(),
    `UPDATE refund SET state = 'unknown', result_code = 'abandoned', tries = 0, tried_since = NULL,
        problem = CASE WHEN problem = '${STUCK}' THEN '' ELSE problem END
      WHERE state = 'submitting' AND submitted_at < $1`,
    [addSeconds(now(), -ABANDONED_AFTER_SECONDS)],
  )
}
