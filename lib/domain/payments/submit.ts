import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { sql } from 'kysely'
import { inBatches } from '#lib/core/batch.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Statement, sqlState } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { emission, runAll, transaction } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { inSpan } from '#lib/core/tracing.ts'
import { busyCodes, darajaError, stkAck } from '#lib/daraja/answers.ts'
import { sendPrompt } from '#lib/domain/mpesa/client.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { keptOf } from '#lib/domain/mpesa/store-answer.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'
import type { ClaimedPrompt } from './claim-prompts.ts'
import { paymentsChanged } from './events.ts'
import { wakeSettlement } from './inbox.ts'
import { noteUnresolved, promptWaits } from './metrics.ts'
import { UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import { statesLiteral } from './states.ts'
import { withdrawStalePrompts } from './withdraw-prompt.ts'

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

/** Answers within this interval share a transaction. */
const BATCH_INTERVAL_MS = 15

const notes = processSingleton('prompt-answers', () =>
  inBatches(noteAnswers, {
    name: 'store answers to prompts',
    intervalMs: BATCH_INTERVAL_MS,
    fullAt: Number.POSITIVE_INFINITY,
  }),
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
