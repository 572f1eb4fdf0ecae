import type { PoolClient } from 'pg'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows, together } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { darajaError, spikeArrest, stkAck } from '#lib/daraja/answers.ts'
import { type PromptRequest, promptFields, sendPrompt } from '#lib/domain/mpesa/client.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { paymentsChanged } from './events.ts'
import { wakeSettlement } from './inbox.ts'
import { nextCheckAfter, UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import { lookAgain } from './settlement-rows.ts'

/** What the acknowledgement of a prompt proves. */
export type SubmitOutcome =
  | { readonly state: 'awaiting'; readonly checkoutRequestId: string; readonly merchantRequestId: string }
  /** Certainly no prompt on the phone. `code` says why. */
  | { readonly state: 'rejected'; readonly code: string }
  /** The payer may have the prompt: never sent again. */
  | { readonly state: 'submit_unknown'; readonly code: string }

/** Reads Daraja's answer to a prompt (design/money.md: time-out, lost connection and unclear 5xx prove nothing). Pure. */
export function readSubmitAnswer(answer: DarajaAnswer): SubmitOutcome {
  if (answer.kind === 'unreached')
    return { state: 'rejected', code: answer.reason === 'circuit_open' ? 'circuit_open' : 'unreachable' }
  if (answer.kind === 'lost') return { state: 'submit_unknown', code: answer.reason }
  const ack = stkAck.safeParse(answer.body)
  if (answer.status === 200 && ack.success) {
    if (ack.data.ResponseCode !== '0') return { state: 'rejected', code: `ack_${ack.data.ResponseCode}` }
    return {
      state: 'awaiting',
      checkoutRequestId: ack.data.CheckoutRequestID,
      merchantRequestId: ack.data.MerchantRequestID,
    }
  }
  if (answer.status === 429 || spikeArrest.safeParse(answer.body).success)
    return { state: 'rejected', code: 'throttled' }
  const error = darajaError.safeParse(answer.body)
  if (error.success) return readDarajaError(answer.status, error.data.errorCode, error.data.errorMessage)
  if (answer.status >= 400 && answer.status < 500)
    return { state: 'rejected', code: `status_${answer.status}` }
  return { state: 'submit_unknown', code: `status_${answer.status}` }
}

/** Error codes that say the request was not carried out. */
const REFUSALS = new Set(['500.003.02', '500.003.03'])

function readDarajaError(status: number, code: string, message: string): SubmitOutcome {
  if (/unable to lock subscriber/i.test(message)) return { state: 'rejected', code: 'locked' }
  if (code === '500.001.1001' && /merchant|credential|does not exist/i.test(message))
    return { state: 'rejected', code }
  if (REFUSALS.has(code) || (status >= 400 && status < 500)) return { state: 'rejected', code }
  return { state: 'submit_unknown', code }
}

type SubmitRow = {
  id: string
  state: PaymentState
  amount: bigint
  phone: string
  account_reference: string
  purpose: string
}

/** Nobody waits for a prompt that is so late, in seconds: Redis or the workers were away. */
const STALE_AFTER_SECONDS = 60

/**
 * Sends the prompt of a created intent: the request's row is committed before it is sent, the answer is stored
 * after. Run again (the worker died in between) it sends nothing: the payer may have the prompt.
 */
export async function submitPrompt(intentId: string, orderedAt: Date): Promise<void> {
  const claimed = await transaction((tx) => claimForSubmit(tx, intentId, orderedAt))
  if (!claimed) return
  const answer = await sendPrompt(claimed.prompt)
  const waiting = await transaction((tx) => recordAnswer(tx, intentId, claimed.requestId, answer))
  if (waiting > 0) wakeSettlement()
}

async function claimForSubmit(
  tx: Tx,
  intentId: string,
  orderedAt: Date,
): Promise<{ prompt: PromptRequest; requestId: string } | null> {
  const { client } = tx
  const intent = await firstRow<SubmitRow>(client, {
    name: 'prompt-claim',
    text: `SELECT id, state::text, amount, phone, account_reference, purpose::text FROM payment_intent
      WHERE id = $1 FOR NO KEY UPDATE`,
    values: [intentId],
  })
  if (intent?.state !== 'created') return null
  if (orderedAt < addSeconds(now(), -STALE_AFTER_SECONDS)) {
    await rejectUnsent(client, intentId, 'stale')
    await emit(tx, paymentsChanged, { intent_ids: [intentId] })
    return null
  }
  const prompt = {
    intentId,
    amount: intent.amount,
    phone: intent.phone,
    accountReference: intent.account_reference,
    description: intent.purpose,
  }
  const requestId = newId()
  const moment = now()
  await together([
    client.query({
      name: 'prompt-request',
      text: `INSERT INTO daraja_request (id, intent_id, operation, request) VALUES ($1, $2, 'stk_push', $3)`,
      values: [requestId, intentId, JSON.stringify(promptFields(prompt))],
    }),
    client.query({
      name: 'prompt-submitting',
      text: `UPDATE payment_intent SET state = 'submitting', submitted_at = $2, next_check_at = $3 WHERE id = $1`,
      values: [intentId, moment.toISOString(), nextCheckAfter(moment, moment)?.toISOString()],
    }),
  ])
  return { prompt, requestId }
}

/**
 * Takes back a prompt that no worker has begun to send: what sends it later finds it `rejected` and does nothing.
 * @returns whether it was still unsent
 */
export async function withdrawPrompt(intentId: string): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await rejectUnsent(tx.client, intentId, 'no_worker'))) return false
    await emit(tx, paymentsChanged, { intent_ids: [intentId] })
    return true
  })
}

async function rejectUnsent(client: PoolClient, intentId: string, code: string): Promise<boolean> {
  const found = await client.query(
    `UPDATE payment_intent SET state = 'rejected', result_code = $2 WHERE id = $1 AND state = 'created'`,
    [intentId, code],
  )
  return found.rowCount === 1
}

/** @returns how many callbacks have waited for it: until now nobody knew whose prompt they named */
async function recordAnswer(
  tx: Tx,
  intentId: string,
  requestId: string,
  answer: DarajaAnswer,
): Promise<number> {
  const { client } = tx
  const outcome = readSubmitAnswer(answer)
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  const [, , waiting] = await together([
    client.query({
      name: 'prompt-answered',
      text: 'UPDATE daraja_request SET http_status = $2, response = $3, outcome = $4, responded_at = $5 WHERE id = $1',
      values: [
        requestId,
        answer.kind === 'answered' ? answer.status : null,
        JSON.stringify(response),
        outcome.state,
        now().toISOString(),
      ],
    }),
    writeOutcome(client, intentId, outcome),
    // After the intent's row, on which settlement may hold its lock: what it leaves waiting is found.
    lookAgain(client, intentId),
  ])
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  if (outcome.state !== 'awaiting') log.warn({ intentId, outcome }, 'prompt not acknowledged')
  return waiting
}

/** The callback may have come before this: then only the prompt's ids are news. */
async function writeOutcome(client: PoolClient, intentId: string, outcome: SubmitOutcome): Promise<void> {
  const ids =
    outcome.state === 'awaiting' ? [outcome.checkoutRequestId, outcome.merchantRequestId] : [null, null]
  await client.query({
    name: 'prompt-outcome',
    text: `UPDATE payment_intent SET checkout_request_id = coalesce(checkout_request_id, $2), merchant_request_id = coalesce(merchant_request_id, $3),
        state = CASE WHEN state = 'submitting' THEN $4::payment_state ELSE state END,
        result_code = CASE WHEN state = 'submitting' THEN $5 ELSE result_code END,
        next_check_at = CASE WHEN state = 'submitting' AND $4 = 'rejected' THEN NULL ELSE next_check_at END
      WHERE id = $1`,
    values: [intentId, ...ids, outcome.state, outcome.state === 'awaiting' ? null : outcome.code],
  })
}

/** The job was lost with Redis, and the web process that waited for it is gone too: else the phone stayed taken for ever. */
async function withdrawStalePrompts(moment: Date): Promise<void> {
  await transaction(async (tx) => {
    const unsent = await rows<{ id: string }>(
      tx.client,
      `UPDATE payment_intent SET state = 'rejected', result_code = 'no_worker'
        WHERE state = 'created' AND channel = 'prompt' AND coalesce(submitted_at, created_at) < $1 RETURNING id`,
      [addSeconds(moment, -STALE_AFTER_SECONDS).toISOString()],
    )
    if (unsent.length === 0) return
    await emit(tx, paymentsChanged, { intent_ids: unsent.map(({ id }) => id) })
  })
}

/** A worker that died while sending leaves `submitting` behind; after this long nobody is sending any more, in seconds. */
const ABANDONED_AFTER_SECONDS = env.MPESA_TIMEOUT_MS / 1000 + 30

/**
 * Takes back prompts that nobody has begun to send, turns what a dead worker left into `submit_unknown`, and what
 * nobody can settle by asking into `unresolved`.
 */
export async function sweepIntents(): Promise<void> {
  const moment = now()
  await withdrawStalePrompts(moment)
  await db().query(
    `UPDATE payment_intent SET state = 'submit_unknown', result_code = 'abandoned' WHERE state = 'submitting' AND submitted_at < $1`,
    [addSeconds(moment, -ABANDONED_AFTER_SECONDS).toISOString()],
  )
  await db().query(
    `UPDATE payment_intent SET state = 'unresolved', next_check_at = NULL
      WHERE state IN ('awaiting', 'submit_unknown', 'verifying') AND submitted_at < $1`,
    [addSeconds(moment, -UNRESOLVED_AFTER_SECONDS).toISOString()],
  )
}
