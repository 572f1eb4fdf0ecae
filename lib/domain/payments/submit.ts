import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { busyCodes, darajaError, stkAck } from '#lib/daraja/answers.ts'
import { sendPrompt } from '#lib/domain/mpesa/client.ts'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { keptOf } from '#lib/domain/mpesa/store-answer.ts'
import { isThrottled } from '#lib/domain/mpesa/throttled.ts'
import type { ClaimedPrompt } from './claim-prompts.ts'
import { noteAnswer } from './note-answers.ts'
import { UNRESOLVED_AFTER_SECONDS } from './policy.ts'
import { statesLiteral } from './states.ts'
import { withdrawStalePrompts } from './withdraw-prompt.ts'

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
  if (isThrottled(answer)) return { state: 'rejected', code: 'throttled' }
  const error = darajaError.safeParse(answer.body)
  if (error.success) return readDarajaError(answer.status, error.data.errorCode, error.data.errorMessage)
  if (answer.status >= 400 && answer.status < 500)
    return { state: 'rejected', code: `status_${answer.status}` }
  return { state: 'submit_unknown', code: `status_${answer.status}` }
}

/** The message names the first field that is refused. */
const INVALID_FIELD = '400.002.02'

function readDarajaError(status: number, code: string, message: string): SubmitOutcome {
  if (/unable to lock subscriber/i.test(message)) return { state: 'rejected', code: 'locked' }
  // It is always written as M-Pesa takes it, so what is refused is the number itself: that of another network, for instance.
  if (code === INVALID_FIELD && /invalid (?:phonenumber|partya)\b/i.test(message))
    return { state: 'rejected', code: 'number_refused' }
  if (code === '500.001.1001' && /merchant|credential|does not exist/i.test(message))
    return { state: 'rejected', code }
  if (busyCodes.includes(code) || (status >= 400 && status < 500)) return { state: 'rejected', code }
  return { state: 'submit_unknown', code }
}

/** Sends a claimed prompt once, and stores what came back. @throws Error where that could not be stored */
export async function submitPrompt({ prompt, requestId }: ClaimedPrompt): Promise<SubmitOutcome> {
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
 * A worker that died while sending leaves `submitting` behind; after so many seconds its prompt is in doubt. A call with its tokens can last longer,
 * but what M-Pesa tells of the payment is taken only then, and after 90 seconds the payer may begin another one: a late refusal
 * that is lost costs them a wait, a payment that is not seen could be made twice.
 */
const PROMPT_ABANDONED_AFTER_SECONDS = env.MPESA_TIMEOUT_MS / 1000 + 30

/**
 * Takes back prompts that nobody has begun to send, turns what a dead worker left into `submit_unknown`, and what
 * nobody can settle by asking into `unresolved`.
 */
export async function sweepIntents(): Promise<void> {
  const moment = now()
  await withdrawStalePrompts(moment)
  await kysely(db())
    .updateTable('paymentIntent')
    .set({ state: 'submit_unknown', resultCode: 'abandoned' })
    .where('state', '=', sql.lit('submitting'))
    .where('submittedAt', '<', addSeconds(moment, -PROMPT_ABANDONED_AFTER_SECONDS))
    .execute()
  await kysely(db())
    .updateTable('paymentIntent')
    .set({ state: 'unresolved', nextCheckAt: null })
    .where('state', 'in', statesLiteral(['awaiting', 'submit_unknown', 'verifying']))
    .where('submittedAt', '<', addSeconds(moment, -UNRESOLVED_AFTER_SECONDS))
    .execute()
}
