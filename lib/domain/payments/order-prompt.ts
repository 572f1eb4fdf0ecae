import { now } from '#lib/core/clock.ts'
import { publish } from '#lib/core/event-feed.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { Pace } from '#lib/core/pace.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { promptsOrdered } from './events.ts'
import { submitPromptJob } from './jobs.ts'

// A payment that is `created` waits for its prompt: the table is the queue (docs/decisions/0059). Workers look at it by
// themselves once a second, and at once when they are told.

/** At most so often the workers are told, in ms. */
const TELL_EVERY_MS = 20

const telling = processSingleton('prompts-ordered', () => {
  const ordered: string[] = []
  return { ordered, pace: new Pace(TELL_EVERY_MS, () => tell(ordered.splice(0))) }
})

/**
 * Has a worker send the prompt of a payment that this transaction leaves `created`.
 * @param at the earliest moment at which it is sent; its order and its wait count from then
 */
export async function orderPrompt(tx: Tx, intentId: string, at?: Date): Promise<void> {
  if (at) await tx.prisma.paymentIntent.update({ where: { id: intentId }, data: { submittedAt: at } })
  tellOnCommit(tx, () => [{ intentId, at: at ?? null }])
}

/** A prompt that waits; `at` is the earliest moment at which it is sent, where it is to wait. */
export type OrderedPrompt = { readonly intentId: string; readonly at: Date | null }

/**
 * Tells the workers of payments that the transaction leaves `created`, with `at` as their `submitted_at`.
 * @param ordered is called once the transaction is committed
 */
export function tellOnCommit(tx: Tx, ordered: () => readonly OrderedPrompt[]): void {
  tx.onCommit.push(() => {
    for (const { intentId, at } of ordered()) {
      const wait = at ? at.getTime() - now().getTime() : 0
      if (wait > 0) setTimeout(() => tellOfPrompts([intentId]), wait).unref()
      else tellOfPrompts([intentId])
    }
  })
}

/** Tells the workers that these payments wait for their prompts. Call it once they are committed. */
export function tellOfPrompts(intentIds: readonly string[]): void {
  const { ordered, pace } = telling.get()
  ordered.push(...intentIds)
  pace.touch()
}

function tell(intentIds: string[]): void {
  publish(promptsOrdered, {})
    .then((heard) => (heard === 0 ? enqueueForReleaseBefore(intentIds) : undefined))
    .catch((error: Error) => log.warn({ err: error.message }, 'prompts wait until a worker looks'))
}

/** The workers of the release before know no other orders than jobs. To be removed with the job once none of them runs any more. */
async function enqueueForReleaseBefore(intentIds: readonly string[]): Promise<void> {
  const orderedAt = now().toISOString()
  await transaction(async (tx) => {
    for (const intentId of intentIds) await enqueue(tx, submitPromptJob, { intentId, orderedAt })
  })
}
