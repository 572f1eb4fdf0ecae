import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { runAll, type Tx, type TxStatement, transaction } from '#lib/core/outbox.ts'
import type { TraceParent } from '#lib/core/tracing.ts'
import { type PromptRequest, promptFields } from '#lib/domain/mpesa/client.ts'
import { nextCheckAfter } from './policy.ts'
import { promptsPerSecond, STALE_AFTER_SECONDS, turnsAt } from './prompt-limits.ts'
import type { PaymentPurpose } from './schema.ts'

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
