// The statements of prompts that are sent: each one for a whole batch, as text with arrays, and their rows are typed by hand.

import type { Queryable, Statement } from '#lib/core/db.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import type { TxStatement } from '#lib/core/outbox.ts'
import type { PaymentPurpose } from './schema.ts'

/** A payment whose prompt is due. */
export type DuePrompt = {
  readonly id: string
  readonly amount: bigint
  readonly phone: string
  readonly account_reference: string
  readonly purpose: PaymentPurpose
}

type Due = { limit: number; moment: Date; freshSince: Date }

/** Locks the payments whose prompts are due, first ordered first, and skips those that other workers have locked. */
export function lockPrompts(on: Queryable, { limit, moment, freshSince }: Due): Promise<DuePrompt[]> {
  return rows(on, {
    name: 'prompts-claim',
    // Its conditions are those of the index payment_intent_prompts_due.
    text: `SELECT id, amount, phone, account_reference, purpose FROM payment_intent
      WHERE state = 'created' AND channel = 'prompt' AND coalesce(submitted_at, created_at) > $1
        AND (submitted_at IS NULL OR submitted_at <= $2)
      ORDER BY coalesce(submitted_at, created_at) LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [freshSince.toISOString(), moment.toISOString(), limit],
  })
}

/** A prompt's call, as it is written down before it is sent. */
export type PromptCall = { readonly requestId: string; readonly intentId: string; readonly request: string }

/** Writes down what M-Pesa is about to be asked for. */
export function promptsTaken(
  calls: readonly PromptCall[],
  moment: Date,
  nextCheckAt: Date | null,
): TxStatement[] {
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

/** Locks payments in the order of their ids, as settlement does, so that the two never wait for each other in a circle. */
export function intentsLocked(ids: readonly string[]): Statement {
  return {
    name: 'prompts-lock',
    text: 'SELECT id FROM payment_intent WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  }
}

/** What M-Pesa has answered to a prompt, and what that proves. */
export type PromptAnswer = {
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
 * Writes down what came back, and moves the payments. A callback may have come before: then only the prompt's ids are news. The
 * last statement lets settlement look again at callbacks that have waited for those ids; the caller has the payments locked, on
 * which settlement may have held its lock, so that what it left waiting is found.
 */
export function answersNoted(answers: readonly PromptAnswer[], moment: Date): Statement[] {
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

/** Locks how far the rate of prompts is used up: whoever has it sends, the others wait. */
export async function lockPace(on: Queryable): Promise<{ spentUntil: Date; moment: Date }> {
  const row = await firstRow<{ spent_until: Date; moment: Date }>(on, {
    name: 'prompts-lock-pace',
    // One clock for all workers.
    text: 'SELECT spent_until, clock_timestamp() AS moment FROM prompt_pace FOR NO KEY UPDATE',
  })
  if (!row) throw new Error('prompt_pace has no row')
  return { spentUntil: row.spent_until, moment: row.moment }
}

/** Uses the rate up to a moment. */
export function paceSpent(until: Date): TxStatement {
  return {
    name: 'prompts-spend-pace',
    text: 'UPDATE prompt_pace SET spent_until = $1',
    values: [until.toISOString()],
  }
}
