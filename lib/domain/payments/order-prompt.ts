import { now } from '#lib/core/clock.ts'
import { publish } from '#lib/core/event-feed.ts'
import { log } from '#lib/core/log.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { Pace } from '#lib/core/pace.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { promptsOrdered } from './events.ts'

// A payment that is `created` waits for its prompt: the table is the queue (docs/decisions/0002). Workers look at it by
// themselves once a second, and at once when they are told.

/** At most so often the workers are told, in ms. */
const TELL_EVERY_MS = 20

const telling = processSingleton('prompts-ordered', () => new Pace(TELL_EVERY_MS, tell))

/**
 * Has a worker send the prompt of a payment that this transaction leaves `created`.
 * @param at the earliest moment at which it is sent; its order and its wait count from then
 */
export async function orderPrompt(tx: Tx, intentId: string, at?: Date): Promise<void> {
  if (at)
    await tx.kysely.updateTable('paymentIntent').set({ submittedAt: at }).where('id', '=', intentId).execute()
  tellOnCommit(tx, () => [at ?? null])
}

/**
 * Tells the workers of payments that the transaction leaves `created`, with such a time as their `submitted_at`.
 * @param times the earliest moment at which each prompt is sent, or null for at once; called once the transaction is committed
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

/** Tells the workers that payments wait for their prompts. Call it once they are committed. */
export function tellOfPrompts(): void {
  telling.get().touch()
}

function tell(): void {
  publish(promptsOrdered, {}).catch((error: Error) =>
    log.warn({ err: error.message }, 'prompts wait until a worker looks'),
  )
}
