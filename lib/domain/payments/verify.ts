import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RateLimitedError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { takePoints } from '#lib/core/rate-limit.ts'
import { inSpan } from '#lib/core/tracing.ts'
import { busyCodes, darajaError, gatewayFault } from '#lib/daraja/answers.ts'
import { queryPrompt } from '#lib/domain/mpesa/client.ts'
import { OWN_SOURCE } from './callback-source.ts'
import { storeCallback } from './inbox.ts'
import { isUndecided, nextCheckAfter, stateByAge } from './policy.ts'

const queryRate = { name: 'mpesa-queries', points: env.MPESA_QUERIES_PER_MINUTE, seconds: 60 }
const AT_ONCE = 20

/**
 * Queries M-Pesa about due payments, oldest first, within the rate limit. Answers go into the inbox like
 * callbacks, so that settlement has one path. Ends early if M-Pesa is unreachable or the worker stops; the
 * other payments become due again soon.
 * @param ending stops further queries when aborted
 * @returns the number of queries
 */
export async function verifyDuePayments(ending: AbortSignal): Promise<number> {
  if (ending.aborted) return 0
  const due = (await claimDue()).flatMap(({ prompt, ...payment }) => (prompt ? [{ ...payment, prompt }] : []))
  let asked = 0
  for (const [place, payment] of due.entries()) {
    if (ending.aborted) {
      for (const { id } of due.slice(place)) await askSoon(id, now())
      return asked
    }
    if (!(await mayAsk())) {
      // The rate limit is used up: the payment stays due, behind those that have waited longer.
      await askSoon(payment.id, now())
      continue
    }
    const attributes = { 'ngoma.payment.id': payment.id }
    const answer = await inSpan('query payment', { parent: payment.traceContext, attributes }, () =>
      queryPrompt(payment.prompt),
    )
    if (answer.kind === 'unreached') {
      log.warn({ intentId: payment.id, reason: answer.reason }, 'query not sent')
      for (const each of due.slice(place)) await pollLater(each)
      return asked
    }
    asked++
    if (answer.kind === 'lost' || wasNotLookedAt(answer)) {
      const why = answer.kind === 'lost' ? { reason: answer.reason } : { status: answer.status }
      log.warn({ intentId: payment.id, ...why }, 'query not looked at')
      await pollLater(payment)
      continue
    }
    await storeCallback({
      kind: 'stk_query',
      intentId: payment.id,
      sourceAddress: OWN_SOURCE,
      body: JSON.stringify(answer.body),
    })
  }
  return asked
}

/** Sets the next due times before any query, so that a crash loses at most one query per payment. */
function claimDue() {
  return transaction(async (tx) => {
    const moment = now()
    const due = await tx.kysely
      .selectFrom('paymentIntent')
      .select(['id', 'state', 'submittedAt', 'traceContext'])
      // The payment's own prompt, or the one that a callback's hint named.
      .select((eb) => eb.fn.coalesce('checkoutRequestId', 'hintedCheckoutRequestId').as('prompt'))
      .where('nextCheckAt', '<=', moment)
      .orderBy('nextCheckAt')
      .limit(AT_ONCE)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const { id, state, submittedAt } of due) {
      const next = submittedAt && isUndecided(state) ? nextCheckAfter(submittedAt, moment) : null
      await tx.kysely
        .updateTable('paymentIntent')
        .set((eb) => ({
          nextCheckAt: next,
          state: submittedAt ? stateByAge(state, submittedAt, moment) : state,
          queries: eb('queries', '+', 1),
        }))
        .where('id', '=', id)
        .execute()
    }
    return due
  })
}

async function mayAsk(): Promise<boolean> {
  try {
    await takePoints(queryRate, 'all')
    return true
  } catch (error) {
    if (error instanceof RateLimitedError) return false
    throw error
  }
}

/**
 * Whether the gateway was overloaded or failed: then the query did not reach Daraja and must not count as a
 * scheduled one. Any answer by Daraja counts, whatever its status.
 */
export function wasNotLookedAt({ status, body }: { status: number; body: unknown }): boolean {
  if (gatewayFault.safeParse(body).success) return true
  const error = darajaError.safeParse(body)
  return error.success ? busyCodes.includes(error.data.errorCode) : status === 429 || status >= 500
}

/** Pause after a query that did not reach Daraja. */
const POLL_AFTER_SECONDS = 15

/**
 * When to retry a query that did not reach Daraja: soon for a new payment, later for an old one, so that
 * others get their turn.
 */
export function nextPollAt(submittedAt: Date, moment: Date): Date {
  const elapsed = (moment.getTime() - submittedAt.getTime()) / 1000
  return addSeconds(moment, Math.max(POLL_AFTER_SECONDS, elapsed / 4))
}

function pollLater({ id, submittedAt }: { id: string; submittedAt: Date | null }): Promise<void> {
  const moment = now()
  return askSoon(id, nextPollAt(submittedAt ?? moment, moment))
}

/** Makes a payment due earlier than scheduled, unless it was settled meanwhile. */
async function askSoon(intentId: string, at: Date): Promise<void> {
  await kysely(db())
    .updateTable('paymentIntent')
    .set({ nextCheckAt: at })
    .where('id', '=', intentId)
    .where('nextCheckAt', '>', at)
    .execute()
}
