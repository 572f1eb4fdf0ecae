import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, pipelined } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { darajaError, spikeArrest, stkAck } from '#lib/daraja/answers.ts'
import { type PromptRequest, promptFields, sendPrompt } from '#lib/domain/mpesa/client.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { storeAnswer } from '#lib/domain/mpesa/store-answer.ts'
import { paymentsChanged } from './events.ts'
import { wakeSettlement } from './inbox.ts'
import { nextCheckAfter, UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import type { PaymentState } from './schema.ts'
import { lookAgain } from './settlement-rows.ts'
import { statesLiteral } from './states.ts'

/** What the acknowledgement of a prompt proves. */
export type SubmitOutcome =
  | { readonly state: 'awaiting'; readonly checkoutRequestId: string; readonly merchantRequestId: string }
  /** Certainly no prompt on the phone. `code` says why. */
  | { readonly state: 'rejected'; readonly code: string }
  /** The payer may have the prompt: never sent again. */
  | { readonly state: 'submit_unknown'; readonly code: string }

/** Reads Daraja's answer to a prompt (docs/money.md: a time-out, lost connection and unclear 5xx prove nothing). Pure. */
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
  const intent = await tx.kysely
    .selectFrom('payment_intent')
    .select(['state', 'amount', 'phone', 'account_reference', 'purpose'])
    .where('id', '=', intentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (intent?.state !== 'created') return null
  if (orderedAt < addSeconds(now(), -STALE_AFTER_SECONDS)) {
    await rejectUnsent(tx, intentId, 'stale')
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
  const request = tx.kysely.insertInto('daraja_request').values({
    id: requestId,
    intent_id: intentId,
    operation: 'stk_push',
    request: JSON.stringify(promptFields(prompt)),
  })
  const submitting = tx.kysely
    .updateTable('payment_intent')
    .set({ state: 'submitting', submitted_at: moment, next_check_at: nextCheckAfter(moment, moment) })
    .where('id', '=', intentId)
  await pipelined([request.execute(), submitting.execute()])
  return { prompt, requestId }
}

/**
 * Takes back a prompt that no worker has begun to send: what sends it later finds it `rejected` and does nothing.
 * @returns whether it was still unsent
 */
export async function withdrawPrompt(intentId: string): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await rejectUnsent(tx, intentId, 'no_worker'))) return false
    await emit(tx, paymentsChanged, { intent_ids: [intentId] })
    return true
  })
}

async function rejectUnsent(tx: Tx, intentId: string, code: string): Promise<boolean> {
  const found = await tx.prisma.paymentIntent.updateMany({
    where: { id: intentId, state: 'created' },
    data: { state: 'rejected', resultCode: code },
  })
  return found.count === 1
}

/** @returns how many callbacks have waited for it: until now nobody knew whose prompt they named */
async function recordAnswer(
  tx: Tx,
  intentId: string,
  requestId: string,
  answer: DarajaAnswer,
): Promise<number> {
  const outcome = readSubmitAnswer(answer)
  await pipelined([
    storeAnswer(tx.client, requestId, answer, outcome.state),
    writeOutcome(tx, intentId, outcome),
  ])
  // After the intent's row, on which settlement may hold its lock: what settlement leaves waiting is found here.
  const waiting = await lookAgain(tx.client, intentId)
  await emit(tx, paymentsChanged, { intent_ids: [intentId] })
  if (outcome.state !== 'awaiting') log.warn({ intentId, outcome }, 'prompt not acknowledged')
  return waiting
}

/** The callback may have come before this: then only the prompt's ids are news. */
async function writeOutcome(tx: Tx, intentId: string, outcome: SubmitOutcome): Promise<void> {
  const isSent = outcome.state === 'awaiting'
  await tx.kysely
    .updateTable('payment_intent')
    .set((eb) => {
      const whileSubmitting = eb.case().when('state', '=', 'submitting')
      return {
        checkout_request_id: eb.fn.coalesce(
          'checkout_request_id',
          eb.val(isSent ? outcome.checkoutRequestId : null),
        ),
        merchant_request_id: eb.fn.coalesce(
          'merchant_request_id',
          eb.val(isSent ? outcome.merchantRequestId : null),
        ),
        state: whileSubmitting
          .then(sql<PaymentState>`${outcome.state}::payment_state`)
          .else(eb.ref('state'))
          .end(),
        result_code: whileSubmitting
          .then(sql<string | null>`${isSent ? null : outcome.code}::text`)
          .else(eb.ref('result_code'))
          .end(),
        ...(outcome.state === 'rejected'
          ? { next_check_at: whileSubmitting.then(sql<null>`null`).else(eb.ref('next_check_at')).end() }
          : {}),
      }
    })
    .where('id', '=', intentId)
    .execute()
}

/**
 * Takes back prompts whose job was lost with Redis, and whose web process does not wait for them any more. Else the phone
 * would stay taken for ever.
 */
async function withdrawStalePrompts(moment: Date): Promise<void> {
  await transaction(async (tx) => {
    const unsent = await tx.kysely
      .updateTable('payment_intent')
      .set({ state: 'rejected', result_code: 'no_worker' })
      .where('state', '=', sql.lit('created'))
      .where('channel', '=', sql.lit('prompt'))
      .where((eb) =>
        eb(eb.fn.coalesce('submitted_at', 'created_at'), '<', addSeconds(moment, -STALE_AFTER_SECONDS)),
      )
      .returning('id')
      .execute()
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
  await kysely(db())
    .updateTable('payment_intent')
    .set({ state: 'submit_unknown', result_code: 'abandoned' })
    .where('state', '=', sql.lit('submitting'))
    .where('submitted_at', '<', addSeconds(moment, -ABANDONED_AFTER_SECONDS))
    .execute()
  await kysely(db())
    .updateTable('payment_intent')
    .set({ state: 'unresolved', next_check_at: null })
    .where('state', 'in', statesLiteral(['awaiting', 'submit_unknown', 'verifying']))
    .where('submitted_at', '<', addSeconds(moment, -UNRESOLVED_AFTER_SECONDS))
    .execute()
}
