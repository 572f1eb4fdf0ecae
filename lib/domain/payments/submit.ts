import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { sql } from 'kysely'
import { inBatches } from '#lib/core/batch.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows, type Statement, sqlState } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { emission, runAll, type Tx, type TxStatement, transaction } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { inSpan, type TraceParent } from '#lib/core/tracing.ts'
import { busyCodes, darajaError, stkAck } from '#lib/daraja/answers.ts'
import { type PromptRequest, promptFields, sendPrompt } from '#lib/domain/mpesa/client.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { keptOf } from '#lib/domain/mpesa/store-answer.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'
import { paymentsChanged } from './events.ts'
import { wakeSettlement } from './inbox.ts'
import { noteUnresolved, promptWaits } from './metrics.ts'
import { nextCheckAfter, UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import { promptsPerSecond, STALE_AFTER_SECONDS, turnsAt } from './prompt-limits.ts'
import type { PaymentPurpose } from './schema.ts'
import { statesLiteral } from './states.ts'
import { withdrawStalePrompts } from './withdraw-prompt.ts'

/** A prompt whose request is committed, and which no other worker sends. */
export type ClaimedPrompt = {
  readonly prompt: PromptRequest
  readonly requestId: string
  /** When the prompt was ordered, or its earliest sending time if one was given. */
  readonly orderedAt: Date
  /** The payment's. */
  readonly trace: TraceParent
}

export type Claim = {
  readonly prompts: readonly ClaimedPrompt[]
  /** Ms until the rate limit allows more prompts; null if the limit held none back. */
  readonly moreInMs: number | null
}

/**
 * Claims due prompts, oldest first, within the rate limit of all workers together. Their requests are
 * committed when this resolves: if the worker dies afterwards, the prompts are in doubt and never sent again.
 * Stale prompts are not claimed; the sweep withdraws them.
 */
export async function claimPrompts(limit: number): Promise<Claim> {
  if (promptsPerSecond > 0) return transaction((tx) => claimInTurn(tx, limit))
  return transaction(async (tx) => {
    const due = await lockPrompts(tx.client, dueNow(limit))
    return take(tx, due, { prompts: [], moreInMs: null })
  })
}

function dueNow(limit: number) {
  const moment = now()
  return { limit, moment, freshSince: addSeconds(moment, -STALE_AFTER_SECONDS) }
}

async function claimInTurn(tx: Tx, limit: number): Promise<Claim> {
  const { spentUntil, moment } = await lockRate(tx.client)
  const { free, spentAfter, msUntilMore } = turnsAt(spentUntil.getTime(), moment.getTime(), promptsPerSecond)
  const turns = Math.min(limit, free)
  if (turns === 0) return { prompts: [], moreInMs: msUntilMore(0) }
  const due = await lockPrompts(tx.client, dueNow(turns))
  const moreInMs = due.length === turns ? msUntilMore(due.length) : null
  return take(tx, due, { prompts: [], moreInMs }, [rateSpent(new Date(spentAfter(due.length)))])
}

async function take(
  tx: Tx,
  due: readonly DuePrompt[],
  claim: Claim,
  writes: readonly TxStatement[] = [],
): Promise<Claim> {
  if (due.length === 0) return claim
  const moment = now()
  const prompts = due.map((one) => ({
    prompt: promptOf(one),
    requestId: newId(),
    orderedAt: one.ordered_at,
    trace: one.trace_context,
  }))
  const calls = prompts.map(({ prompt, requestId }) => ({
    requestId,
    intentId: prompt.intentId,
    request: JSON.stringify(promptFields(prompt)),
  }))
  const taken = promptsTaken(calls, moment, nextCheckAfter(moment, moment))
  await runAll(tx, [...taken, ...writes])
  return { ...claim, prompts }
}

function promptOf({ id, amount, phone, account_reference, purpose }: DuePrompt): PromptRequest {
  return { intentId: id, amount, phone, accountReference: account_reference, description: purpose }
}

type DuePrompt = {
  readonly id: string
  readonly amount: bigint
  readonly phone: string
  readonly account_reference: string
  readonly purpose: PaymentPurpose
  readonly ordered_at: Date
  readonly trace_context: string | null
}

type Due = { limit: number; moment: Date; freshSince: Date }

function lockPrompts(on: Queryable, { limit, moment, freshSince }: Due): Promise<DuePrompt[]> {
  return rows(on, {
    name: 'prompts-claim',
    // The conditions are those of the index payment_intent_prompts_due.
    text: `SELECT id, amount, phone, account_reference, purpose, coalesce(submitted_at, created_at) AS ordered_at, trace_context
      FROM payment_intent
      WHERE state = 'created' AND channel = 'prompt' AND coalesce(submitted_at, created_at) > $1
        AND (submitted_at IS NULL OR submitted_at <= $2)
      ORDER BY coalesce(submitted_at, created_at) LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [freshSince.toISOString(), moment.toISOString(), limit],
  })
}

/** A request to M-Pesa, stored before it is sent. */
type PromptCall = { readonly requestId: string; readonly intentId: string; readonly request: string }

function promptsTaken(calls: readonly PromptCall[], moment: Date, nextCheckAt: Date | null): TxStatement[] {
  const ids = calls.map(({ intentId }) => intentId)
  return [
    {
      name: 'prompts-take',
      text: `UPDATE payment_intent SET state = 'submitting', submitted_at = $2, next_check_at = $3 WHERE id = ANY($1::uuid[])`,
      values: [ids, moment.toISOString(), nextCheckAt?.toISOString() ?? null],
    },
    {
      name: 'prompts-request',
      text: `INSERT INTO daraja_request (id, intent_id, operation, request)
        SELECT id, intent_id, 'stk_push', request::jsonb FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c(id, intent_id, request)`,
      values: [calls.map(({ requestId }) => requestId), ids, calls.map(({ request }) => request)],
    },
  ]
}

/** Locks the time until which the rate limit is used up: one worker claims at a time. */
async function lockRate(on: Queryable): Promise<{ spentUntil: Date; moment: Date }> {
  const row = await firstRow<{ spent_until: Date; moment: Date }>(on, {
    name: 'prompts-lock-rate',
    // PostgreSQL's clock is the same for all workers.
    text: 'SELECT spent_until, clock_timestamp() AS moment FROM prompt_throttle FOR NO KEY UPDATE',
  })
  if (!row) throw new Error('prompt_throttle has no row')
  return { spentUntil: row.spent_until, moment: row.moment }
}

function rateSpent(until: Date): TxStatement {
  return {
    name: 'prompts-spend-rate',
    text: 'UPDATE prompt_throttle SET spent_until = $1',
    values: [until.toISOString()],
  }
}

export type SubmitOutcome =
  | { readonly state: 'awaiting'; readonly checkoutRequestId: string; readonly merchantRequestId: string }
  /** No prompt is on the phone; `code` is the reason. */
  | { readonly state: 'rejected'; readonly code: string }
  /** The payer may have the prompt: never sent again. */
  | { readonly state: 'submit_unknown'; readonly code: string }

/**
 * Reads what M-Pesa's answer proves: a timeout, a lost connection or an unclear 5xx proves nothing
 * (docs/money.md). Pure.
 */
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
  if (isThrottled(answer)) return { state: 'rejected', code: 'throttled' }
  const error = darajaError.safeParse(answer.body)
  if (error.success) return readDarajaError(answer.status, error.data.errorCode, error.data.errorMessage)
  if (answer.status >= 400 && answer.status < 500)
    return { state: 'rejected', code: `status_${answer.status}` }
  return { state: 'submit_unknown', code: `status_${answer.status}` }
}

/** The message of this error names the first refused field. */
const INVALID_FIELD = '400.002.02'

function readDarajaError(status: number, code: string, message: string): SubmitOutcome {
  if (/unable to lock subscriber/i.test(message)) return { state: 'rejected', code: 'locked' }
  // We always send M-Pesa's format, so the number itself is refused, for example one of another network.
  if (code === INVALID_FIELD && /invalid (?:phonenumber|partya)\b/i.test(message))
    return { state: 'rejected', code: 'number_refused' }
  if (code === '500.001.1001' && /merchant|credential|does not exist/i.test(message))
    return { state: 'rejected', code }
  if (busyCodes.includes(code) || (status >= 400 && status < 500)) return { state: 'rejected', code }
  return { state: 'submit_unknown', code }
}

/** Sends a claimed prompt once, and stores the answer. @throws Error if the answer cannot be stored */
export function submitPrompt(claimed: ClaimedPrompt): Promise<SubmitOutcome> {
  const attributes = { 'ngoma.payment.id': claimed.prompt.intentId }
  return inSpan('send prompt', { parent: claimed.trace, attributes }, () => sendClaimed(claimed))
}

async function sendClaimed({ prompt, requestId, orderedAt }: ClaimedPrompt): Promise<SubmitOutcome> {
  promptWaits.observe(Math.max(0, now().getTime() - orderedAt.getTime()) / 1_000)
  const answer = await sendPrompt(prompt)
  const outcome = readSubmitAnswer(answer)
  if (outcome.state !== 'awaiting')
    log.warn({ intentId: prompt.intentId, outcome }, 'prompt not acknowledged')
  await noteAnswer({
    requestId,
    intentId: prompt.intentId,
    ...keptOf(answer),
    state: outcome.state,
    code: outcome.state === 'awaiting' ? null : outcome.code,
    checkoutRequestId: outcome.state === 'awaiting' ? outcome.checkoutRequestId : null,
    merchantRequestId: outcome.state === 'awaiting' ? outcome.merchantRequestId : null,
  })
  return outcome
}

/**
 * After this time a prompt in `submitting` is in doubt: its worker has died. Must be below the 90 seconds
 * after which the payer may start another payment. If a call takes longer, its refusal is ignored: that costs
 * a wait, not a second payment.
 */
const PROMPT_ABANDONED_AFTER_SECONDS = env.MPESA_TIMEOUT_MS / 1000 + 30

/**
 * Withdraws stale prompts. Turns prompts of dead workers into `submit_unknown`, and payments that queries no
 * longer settle into `unresolved`.
 */
export async function sweepIntents(): Promise<void> {
  const moment = now()
  for (const seconds of await withdrawStalePrompts(moment)) promptWaits.observe(seconds)
  await kysely(db())
    .updateTable('paymentIntent')
    .set({ state: 'submit_unknown', resultCode: 'abandoned' })
    .where('state', '=', sql.lit('submitting'))
    .where('submittedAt', '<', addSeconds(moment, -PROMPT_ABANDONED_AFTER_SECONDS))
    .execute()
  const unresolved = await kysely(db())
    .updateTable('paymentIntent')
    .set({ state: 'unresolved', nextCheckAt: null })
    .where('state', 'in', statesLiteral(['awaiting', 'submit_unknown', 'verifying']))
    .where('submittedAt', '<', addSeconds(moment, -UNRESOLVED_AFTER_SECONDS))
    .returning('purpose')
    .execute()
  noteUnresolved(unresolved.map(({ purpose }) => purpose))
}

/** Locks intents in order of id, as settlement does, which avoids deadlocks. */
function intentsLocked(ids: readonly string[]): Statement {
  return {
    name: 'prompts-lock',
    text: 'SELECT id FROM payment_intent WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  }
}

type PromptAnswer = {
  readonly requestId: string
  readonly intentId: string
  readonly status: number | null
  /** As JSON. */
  readonly response: string
  readonly state: 'awaiting' | 'rejected' | 'submit_unknown'
  readonly code: string | null
  readonly checkoutRequestId: string | null
  readonly merchantRequestId: string | null
}

/**
 * Stores the answers and changes the payments' states. If a callback came first, only adds the prompt's ids.
 * The last statement releases callbacks that waited for these ids. The caller holds the payments' locks, as
 * settlement does, so no waiting callback is missed.
 */
function answersNoted(answers: readonly PromptAnswer[], moment: Date): Statement[] {
  const ids = answers.map(({ intentId }) => intentId)
  return [
    {
      name: 'prompts-note-answers',
      text: `UPDATE daraja_request d SET http_status = c.status, response = c.response::jsonb, outcome = c.outcome, responded_at = $5
        FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) AS c(id, status, response, outcome)
        WHERE d.id = c.id AND d.id = ANY($1::uuid[])`,
      values: [
        answers.map(({ requestId }) => requestId),
        answers.map(({ status }) => status),
        answers.map(({ response }) => response),
        answers.map(({ state }) => state),
        moment.toISOString(),
      ],
    },
    {
      name: 'prompts-note-outcomes',
      text: `UPDATE payment_intent i SET
          checkout_request_id = coalesce(i.checkout_request_id, c.checkout_request_id),
          merchant_request_id = coalesce(i.merchant_request_id, c.merchant_request_id),
          state = CASE i.state WHEN 'submitting' THEN c.state ELSE i.state END,
          result_code = CASE i.state WHEN 'submitting' THEN c.code ELSE i.result_code END,
          next_check_at = CASE WHEN i.state = 'submitting' AND c.state = 'rejected' THEN NULL ELSE i.next_check_at END
        FROM unnest($1::uuid[], $2::payment_state[], $3::text[], $4::text[], $5::text[])
          AS c(id, state, code, checkout_request_id, merchant_request_id)
        WHERE i.id = c.id AND i.id = ANY($1::uuid[])`,
      values: [
        ids,
        answers.map(({ state }) => state),
        answers.map(({ code }) => code),
        answers.map(({ checkoutRequestId }) => checkoutRequestId),
        answers.map(({ merchantRequestId }) => merchantRequestId),
      ],
    },
    {
      name: 'prompts-look-again',
      text: `UPDATE callback_inbox SET outcome = NULL
        WHERE intent_id = ANY($1::uuid[]) AND processed_at IS NULL AND outcome IS NOT NULL`,
      values: [ids],
    },
  ]
}

const notes = processSingleton('prompt-answers', () =>
  inBatches(noteAnswers, { name: 'store answers to prompts', fullAt: Number.POSITIVE_INFINITY }),
)

/**
 * Retries for a minute while PostgreSQL is unreachable: the answer is all that is known of a prompt. By then
 * the sweep has marked the prompt as `submit_unknown`.
 */
const whileAway = retry(
  handleWhen((error) => !/^(22|23|54)/.test(sqlState(error) ?? '')),
  { maxAttempts: 60, backoff: new ConstantBackoff(1_000) },
)

/** Stores an answer, batched with other answers. @throws Error if it cannot be stored */
export function noteAnswer(answer: PromptAnswer): Promise<void> {
  return notes.get()(answer)
}

async function noteAnswers(answers: readonly PromptAnswer[]): Promise<undefined[]> {
  const ids = answers.map(({ intentId }) => intentId)
  const waiting = await whileAway.execute(() =>
    transaction(async (tx) => {
      const statements = [
        intentsLocked(ids),
        ...answersNoted(answers, now()),
        emission(paymentsChanged, { intent_ids: ids }),
      ]
      const results = await runAll(tx, statements)
      return results.at(-2)?.rowCount ?? 0
    }),
  )
  // The ids stored here let settlement match the waiting callbacks.
  if (waiting > 0) wakeSettlement()
  return answers.map(() => undefined)
}
