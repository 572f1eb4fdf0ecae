import { sql } from 'kysely'
import { BATCH_INTERVAL_MS, inBatches } from '#lib/core/batch.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, isFaultOfOne, violatedConstraint } from '#lib/core/db.ts'
import { listenTo, openEventFeed, publish } from '#lib/core/event-feed.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { traceContext } from '#lib/core/tracing.ts'
import { failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { type AskedPrompt, admitPrompt } from './admit-prompt.ts'
import { paymentsChanged, promptsOrdered } from './events.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import { lookAtPromptQueue, promptWait } from './prompt-limits.ts'
import type { PaymentPurpose, PaymentState } from './schema.ts'
import { statesLiteral } from './states.ts'
import { withdrawPrompt } from './withdraw-prompt.ts'

export type AskedPayment = AskedPrompt & {
  readonly intentId: string
  readonly purpose: PaymentPurpose
  readonly amount: Cents
  /** The Paybill account number, at most 12 characters. */
  readonly accountReference: string
}

/**
 * Creates a payment's intent; a worker sends its prompt after the commit. If the phone must not be prompted
 * now (docs/decisions/0006), the payment has no prompt and can be paid by Paybill.
 * @throws RuleError prompts_paused and too_many_phones (429)
 * @throws DatabaseError payment_intent_open_prompt_key if the phone has an open prompt
 */
export async function askForPayment(tx: Tx, payment: AskedPayment): Promise<void> {
  const { intentId, purpose, amount, phone, accountReference, asker, network, moment } = payment
  const withoutPrompt = await admitPrompt(tx.client, { phone, asker, network, moment })
  // Kysely, because Prisma's errors do not name the constraint that a second prompt violates.
  await tx.kysely
    .insertInto('paymentIntent')
    .values({
      id: intentId,
      purpose,
      amount,
      phone,
      accountReference,
      createdAt: moment,
      state: withoutPrompt ? 'rejected' : 'created',
      resultCode: withoutPrompt,
      asker,
      network,
      traceContext: traceContext(),
    })
    .execute()
  if (!withoutPrompt) await orderPrompt(tx, intentId)
}

// A `created` payment waits for its prompt: the table is the queue (docs/decisions/0002). Workers poll it
// once a second, and at once after a notification.

const telling = processSingleton('prompts-ordered', () => new Throttle(BATCH_INTERVAL_MS, tell))

/**
 * Orders a prompt for a payment that this transaction leaves `created`.
 * @param at earliest sending time; queue position and wait count from then
 */
export async function orderPrompt(tx: Tx, intentId: string, at?: Date): Promise<void> {
  if (at)
    await tx.kysely.updateTable('paymentIntent').set({ submittedAt: at }).where('id', '=', intentId).execute()
  tellOnCommit(tx, () => [at ?? null])
}

/**
 * @param times each payment's `submitted_at`, or null for a prompt that is sent at once; called after the
 *   commit
 */
export function tellOnCommit(tx: Tx, times: () => readonly (Date | null)[]): void {
  tx.onCommit.push(() => {
    for (const at of times()) {
      const wait = at ? at.getTime() - now().getTime() : 0
      if (wait > 0) setTimeout(tellOfPrompts, wait).unref()
      else tellOfPrompts()
    }
  })
}

/** Notifies the workers. Call it after the commit. */
export function tellOfPrompts(): void {
  telling.get().touch()
}

function tell(): void {
  publish(promptsOrdered, {}).catch((error: Error) =>
    log.warn({ err: error.message }, 'prompts wait until a worker looks'),
  )
}

export class OpenPromptError extends Error {
  constructor() {
    super('A prompt is open on this phone.')
    this.name = 'OpenPromptError'
  }
}

export function isPromptOpen(error: unknown): boolean {
  return error instanceof OpenPromptError || violatedConstraint(error) === 'payment_intent_open_prompt_key'
}

/**
 * Runs `work`, which creates a payment with a prompt. A prompt older than 90 seconds cannot be on the phone:
 * if such a prompt blocks `work`, releases the phone and runs `work` again. Later evidence of the old payment
 * still counts.
 * @throws as `work`; `isPromptOpen` detects an open prompt
 */
export async function onFreePhone<T>(phone: string, work: () => Promise<T>): Promise<T> {
  // Read here, because `work` checks the queue inside its transaction, and a reading takes another
  // connection.
  await lookAtPromptQueue()
  try {
    return await work()
  } catch (error) {
    if (!isPromptOpen(error) || !(await releaseOldPrompt(phone))) throw error
    return work()
  }
}

async function releaseOldPrompt(phone: string): Promise<boolean> {
  const found = await kysely(db())
    .updateTable('paymentIntent')
    .set({ state: 'verifying' })
    .where('phone', '=', phone)
    .where('channel', '=', sql.lit('prompt'))
    .where('state', 'in', statesLiteral(['awaiting', 'submit_unknown']))
    .where('submittedAt', '<=', addSeconds(now(), -VERIFYING_AFTER_SECONDS))
    .executeTakeFirst()
  return found.numUpdatedRows === 1n
}

// One subscription per process wakes waiters by the payment's id.
const waiting = processSingleton('payment-waiters', () => {
  const byIntent = new Map<string, Set<() => void>>()
  const wakeAll = () => {
    for (const waiters of byIntent.values()) for (const wake of waiters) wake()
  }
  const listener = listenTo(paymentsChanged, ({ intent_ids }) => {
    for (const id of intent_ids) for (const wake of byIntent.get(id) ?? []) wake()
  })
  const feed = openEventFeed([listener], wakeAll)
  return { byIntent, feed }
})

/** Subscribes before the first waiter, so that no early message is missed. */
export function listenForPayments(): void {
  waiting.get()
}

export function stopListeningForPayments(): void {
  waiting.drop()?.feed.end()
}

/** Ms that an answer waits for M-Pesa's acknowledgement; then it reports the payment's state as it is. */
const TIMEOUT_MS = 8_000

export type FollowedPrompt = {
  readonly state: PaymentState
  /** Why no prompt was sent, if none was. */
  readonly code: string | null
  /** Approximate wait in the queue (lib/domain/payments/prompt-limits.ts). */
  readonly waitSeconds: number | null
}

/**
 * Waits until a payment's prompt is sent. At the timeout, withdraws a due prompt that no worker has started
 * to send. If the queue is longer than the timeout, returns the prompt's wait at once.
 */
export async function followPrompt(intentId: string): Promise<FollowedPrompt> {
  const orderedAt = now()
  const atFirst = await promptWait(orderedAt)
  const timeoutMs = (atFirst ?? 0) * 1_000 > TIMEOUT_MS ? 0 : TIMEOUT_MS
  const found = await waitUntilSubmitted(intentId, timeoutMs)
  if (found.state !== 'created') return { ...found, waitSeconds: null }
  const waitSeconds = await promptWait(orderedAt)
  if (waitSeconds === null && (await withdrawPrompt(intentId)))
    return { state: 'rejected', code: null, waitSeconds }
  return { ...found, waitSeconds }
}

/**
 * Waits until a payment has left `created` and `submitting`. Reads PostgreSQL first, at each message and at
 * the end, because Redis may lose a message.
 * @returns the state then, or at the timeout
 */
async function waitUntilSubmitted(intentId: string, timeoutMs: number): Promise<Standing> {
  const deadline = performance.now() + timeoutMs
  const { byIntent } = waiting.get()
  const waiters = byIntent.get(intentId) ?? new Set()
  byIntent.set(intentId, waiters)
  let wake: () => void = () => undefined
  let woken = false
  const hear = () => {
    woken = true
    wake()
  }
  waiters.add(hear)
  try {
    for (;;) {
      woken = false
      const found = await standingOf(intentId)
      const left = deadline - performance.now()
      if ((found.state !== 'created' && found.state !== 'submitting') || left <= 0) return found
      if (woken) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    waiters.delete(hear)
    if (waiters.size === 0) byIntent.delete(intentId)
  }
}

type Standing = Pick<FollowedPrompt, 'state' | 'code'>

// Concurrent waiters share one read, because one message reports many payments.
const reading = processSingleton('payment-states', () =>
  inBatches(standingsOf, { name: 'read payments', retriesEach: isFaultOfOne }),
)

async function standingOf(intentId: string): Promise<Standing> {
  const found = await reading.get()(intentId)
  if (!found) throw new Error(`There is no payment ${intentId}.`)
  return found
}

async function standingsOf(ids: readonly string[]): Promise<(Standing | undefined)[]> {
  const found = await kysely(db())
    .selectFrom('paymentIntent')
    .select(['id', 'state', 'resultCode as code'])
    .where('id', 'in', inIds(ids))
    .execute()
  const standings = new Map(found.map(({ id, ...standing }) => [id, standing]))
  return ids.map((id) => standings.get(id))
}

/** Says whether to enter the PIN, to wait, or to pay by Paybill. */
export function orderedSentence({ state, code, waitSeconds }: FollowedPrompt): Sentence {
  if (state === 'rejected') {
    const failure = failureOfUnsent(code)
    const why = failure === 'not_sent' ? say('prompt.not_sent') : say(`failure.${failure}`)
    return sayAll([why, say('pay_by_paybill')])
  }
  if (waitSeconds !== null) return say('prompt.queued', { seconds: waitSeconds })
  return say(state === 'submit_unknown' || state === 'submitting' ? 'prompt.unsure' : 'prompt.ordered')
}
