import { sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, violatedConstraint } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { VERIFYING_AFTER_SECONDS } from './policy.ts'
import { lookAtPromptQueue } from './prompt-queue.ts'
import { statesLiteral } from './states.ts'

/** A prompt is open on the phone: said of one payment of several that were made at once. */
export class OpenPromptError extends Error {
  constructor() {
    super('A prompt is open on this phone.')
    this.name = 'OpenPromptError'
  }
}

/** Whether a payment was refused because a prompt is open on its phone. */
export function isPromptOpen(error: unknown): boolean {
  return error instanceof OpenPromptError || violatedConstraint(error) === 'payment_intent_open_prompt_key'
}

/**
 * Runs `work`, which makes a payment with a prompt. Where a prompt of more than 90 seconds ago keeps the phone, it lets go of
 * that one and runs `work` again: no prompt is that old, and nobody waits for the worker to have looked at it. What is known
 * of the old payment later still counts.
 * @throws whatever `work` throws; `isPromptOpen` tells whether the phone has a prompt
 */
export async function onFreePhone<T>(phone: string, work: () => Promise<T>): Promise<T> {
  // Before the transaction: `work` asks whether there is room in the queue, and holds a connection then.
  await lookAtPromptQueue()
  try {
    return await work()
  } catch (error) {
    if (!isPromptOpen(error) || !(await letGoOfOldPrompt(phone))) throw error
    return work()
  }
}

async function letGoOfOldPrompt(phone: string): Promise<boolean> {
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
