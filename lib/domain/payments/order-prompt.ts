import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { publish } from '#lib/core/event-feed.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { traceContext } from '#lib/core/tracing.ts'
import { type AskedPrompt, admitPrompt } from './admit-prompt.ts'
import { promptsOrdered } from './events.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import { lookAtPromptQueue } from './prompt-limits.ts'
import type { PaymentPurpose } from './schema.ts'
import { statesLiteral } from './states.ts'

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

/** Least ms between two notifications of the workers. */
const TELL_EVERY_MS = 20

const telling = processSingleton('prompts-ordered', () => new Throttle(TELL_EVERY_MS, tell))

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
